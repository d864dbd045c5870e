import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { neededProgram, OPENSSL } from '../../bin/check/needed-program.ts';

export interface CertificateFiles {
  TLS_CERT_FILE: string;
  TLS_KEY_FILE: string;
}

/** A certificate for localhost that says so of itself, and its key, as files in `folder`; they replace former ones. */
export function makeCertificate(folder: string, name: string): CertificateFiles {
  const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') };
  const [cert, key] = [`${files.TLS_CERT_FILE}.new`, `${files.TLS_KEY_FILE}.new`];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const what = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync(
    neededProgram(OPENSSL),
    ['req', '-x509', ...curve, '-days', '2', ...what, '-out', cert, '-keyout', key],
    { stdio: 'ignore' },
  );
  renameSync(key, files.TLS_KEY_FILE);
  renameSync(cert, files.TLS_CERT_FILE);
  return files;
}
