import { generateKeyPairSync, sign } from 'node:crypto';

/** One value in the encoding of certificates (DER). */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const length = content.length < 128 ? [content.length] : content.length < 256 ? [0x81, content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...contents: readonly Uint8Array[]): Buffer => der(0x30, ...contents);
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const time = (date: Date): Buffer => der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));

/** A self-signed certificate for 127.0.0.1, valid for a day, and its key, as PEM. */
export function selfSigned(): { readonly certificate: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from('pf test')))));
  const day = 86_400_000;
  const authority = sequence(identifier('551d13'), der(0x04, sequence(der(0x01, Uint8Array.of(255)))));
  const address = sequence(identifier('551d11'), der(0x04, sequence(der(0x87, Uint8Array.of(127, 0, 0, 1)))));
  const body = sequence(
    der(0xa0, der(0x02, Uint8Array.of(2))),
    der(0x02, Uint8Array.of(1)),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(authority, address)),
  );
  const signature = der(0x03, Uint8Array.of(0), sign('sha256', body, privateKey));
  const text = sequence(body, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return { certificate: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}
