import type { IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply, onRequestHookHandler, preValidationHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../core/contract/errors.ts';
import { Admission } from '../guard/admission.ts';
import { UnreadConnections } from '../guard/unread-connections.ts';
import type { Metrics } from '../metrics.ts';
import { DATA_HEADERS, TLS_HEADERS } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What becomes of the route's requests while too many are under way. `favoured`: refused last. `always`: neither refused
     * nor counted, since it takes long by nature, or has a limit of its own. Default: refused first.
     */
    underLoad?: 'favoured' | 'always';
  }
  interface FastifyRequest {
    /** Set while the body of a request arrives that will be counted. */
    isToBegin: boolean;
  }
}

const BODY = JSON.stringify(new AppError('overloaded').toBody());

const HEADERS = {
  ...DATA_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(BODY),
};

/** Streams, files and forms stay open for as long as their reader or sender takes. */
const isLong = (url: string, type: string | undefined): boolean =>
  url.endsWith('/live') || url.endsWith('/export') || (type?.startsWith('multipart/') ?? false);

const hasBody = ({ 'content-length': length, 'transfer-encoding': encoding }: IncomingHttpHeaders): boolean =>
  length !== undefined || encoding !== undefined;

interface AdmissionControl {
  metrics: Metrics;
  /** Milliseconds that a request may be expected to wait; 0 means however long. */
  waitMs: number;
  atLeast: number;
}

/**
 * Refuses requests that would wait for too long, before reading or looking up any part of them: 503 `overloaded`. A
 * refusal costs a fifth of an answer. So three times the load that can be carried leaves room to carry it.
 */
export const admissionControl = fp<AdmissionControl>(
  async (app, { metrics, waitMs, atLeast }) => {
    if (waitMs === 0) return;
    const admission = new Admission({ waitMs, atLeast });
    const unread = new UnreadConnections();
    metrics.watchAdmission(admission);
    const ended = () => admission.end();
    const begin = (reply: FastifyReply): void => {
      admission.begin();
      // Also when the caller goes before the answer is made.
      reply.raw.once('close', ended);
    };
    app.decorateRequest('isToBegin', false);

    const admit: onRequestHookHandler = (request, reply, done) => {
      const { raw, routeOptions } = request;
      const { socket } = raw;
      const { underLoad } = routeOptions.config;
      // Parts of a batch come through no socket; they were taken with it.
      const isCounted =
        underLoad !== 'always' &&
        socket instanceof Socket &&
        !isLong(routeOptions.url ?? '', raw.headers['content-type']);
      if (!isCounted) return done();
      const order = unread.wasSentBefore(socket) ? 'last' : underLoad === 'favoured' ? 'first' : 'usual';
      if (admission.admits(order)) {
        if (hasBody(raw.headers)) request.isToBegin = true;
        else begin(reply);
        return done();
      }
      reply.hijack();
      const seconds = unread.comeBackAfter();
      const headers = { ...HEADERS, 'retry-after': String(seconds) };
      // A connection of HTTP/2 carries other calls as well.
      if (raw.httpVersionMajor === 1) unread.leaveAfter(raw, reply.raw, seconds);
      reply.raw
        .writeHead(503, request.protocol === 'https' ? { ...headers, ...TLS_HEADERS } : headers)
        .end(BODY);
    };
    // A body that comes slowly takes nobody's place.
    const arrived: preValidationHookHandler = (request, reply, done) => {
      if (request.isToBegin && !reply.raw.destroyed) begin(reply);
      done();
    };
    app.addHook('onRequest', admit);
    app.addHook('preValidation', arrived);
  },
  { name: 'admission-control' },
);
