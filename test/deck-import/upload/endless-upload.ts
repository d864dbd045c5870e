import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { fileOf, formOf } from '../../card/card-form.ts';
import type { TestAccount } from '../../harness/api-harness.ts';
import { within } from '../../harness/within.ts';

/**
 * Sends the beginning of a form with an archive, then ever more of the archive until the server answers. With a `length` it
 * says how long the form is, and sends only the beginning.
 */
export async function sendWithoutEnd(
  url: string,
  { token }: Pick<TestAccount, 'token'>,
  most: number,
  length?: number,
) {
  const { body, headers } = formOf({
    title: 'Too much',
    audio_archive: fileOf('', 'a.zip', 'application/zip'),
  });
  const upload = request(url, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    },
  });
  upload.on('error', () => {});
  const answered = once(upload, 'response');
  let status: number | undefined;
  void answered.then(([response]) => {
    status = response.statusCode;
  });
  // Without the boundary at the end, the file goes on.
  upload.write(body.subarray(0, body.lastIndexOf('\r\n--')));
  const piece = Buffer.alloc(64 * 1024, 'x');
  let sent = 0;
  const goOn = async () => {
    while (length === undefined && sent < most && status === undefined) {
      sent += piece.length;
      if (!upload.write(piece)) await Promise.race([once(upload, 'drain'), answered]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return answered;
  };
  const [response] = await within(goOn(), 'the server answers the upload');
  const answer = await json(response);
  upload.destroy();
  return { status: response.statusCode, answer, sent };
}
