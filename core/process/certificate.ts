import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Config, ConfigError } from './config.ts';

/** A certificate, with those that it rests on, and its key: PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/**
 * The certificate of TLS_CERT_FILE and TLS_KEY_FILE, or undefined when they are not set. Throws a ConfigError when they
 * cannot be read, or do not belong together.
 */
export function readCertificate(config: Config): Certificate | undefined {
  const { TLS_CERT_FILE, TLS_KEY_FILE } = config;
  if (!TLS_CERT_FILE || !TLS_KEY_FILE) return undefined;
  const read = (name: keyof Config, path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new ConfigError([
        `${name} is wrong: ${path} cannot be read (${(error as { code: string }).code})`,
      ]);
    }
  };
  const certificate = { cert: read('TLS_CERT_FILE', TLS_CERT_FILE), key: read('TLS_KEY_FILE', TLS_KEY_FILE) };
  try {
    createSecureContext(certificate);
  } catch (error) {
    // OpenSSL reports what it stumbled over, never what it read.
    throw new ConfigError([
      `TLS_CERT_FILE and TLS_KEY_FILE are wrong: they are no certificate and its key in PEM (${(error as Error).message})`,
    ]);
  }
  return certificate;
}
