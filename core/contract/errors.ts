import { ERRORS, type ErrorCode } from './error-codes.ts';

/** Texts for one field each, in the order of the fields of a form: `{"email": ["…"]}`. */
export type FieldErrors = Record<string, string[]>;

/** What every failed call answers. */
export interface ErrorBody {
  success: false;
  message: string;
  code: ErrorCode;
  /** What stands for the placeholders of the code's text, for callers with texts of their own. */
  params?: Record<string, string | number>;
  errors?: FieldErrors;
  /** The actual state, for the few errors that include it: the first result of what was handed in before. */
  data?: unknown;
}

export interface ErrorDetails extends Pick<ErrorBody, 'params' | 'errors' | 'data'> {
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error with a code of `error-codes.ts`; the API turns it into an `ErrorBody`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly params: ErrorBody['params'];
  readonly errors: FieldErrors | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const [status, text] = ERRORS[code];
    super(
      text.replace(/\{(\w+)\}/g, (whole, name) => String(details.params?.[name] ?? whole)),
      { cause: details.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.params = details.params;
    this.errors = details.errors;
    this.data = details.data;
    this.retryAfter = details.retryAfter;
  }

  toBody(): ErrorBody {
    const { message, code, params, errors, data } = this;
    return {
      success: false,
      message,
      code,
      ...(params && { params }),
      ...(errors && { errors }),
      ...(data !== undefined && { data }),
    };
  }
}

/** Returns what there is. Throws the error of this code when there is nothing. */
export function orThrow<T>(value: T | null | undefined, code: ErrorCode): T {
  if (value === null || value === undefined) throw new AppError(code);
  return value;
}

/** Returns the error of a file in a form, whose text also stands at its field. */
export function refusedFile(field: string, code: ErrorCode, params?: ErrorBody['params']): AppError {
  const details = params && { params };
  return new AppError(code, { ...details, errors: { [field]: [new AppError(code, details).message] } });
}

/** What is wrong with one field of a body: `validation_failed` with this reason. */
export const invalidField = (field: string, reason: string): AppError =>
  new AppError('validation_failed', { params: { fields: field }, errors: { [field]: [reason] } });
