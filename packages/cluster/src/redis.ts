import { isIP } from 'node:net';
import { Redis } from 'ioredis';

/** What only the caller can put right: an address that is none, a password that is rejected. */
export class Misuse extends Error {}

/** Where Redis is: `redis://HOST:PORT/DATABASE` or, over TLS, `rediss://…`. */
export interface RedisAddress {
  readonly address: string;
  /** Default: the one in the address, if any. */
  readonly password?: string | undefined;
}

const CONNECT_MILLISECONDS = 10_000;

/**
 * A connection that has answered. Later losses are repaired by trying again for as long as it takes; commands wait meanwhile.
 *
 * The errors of the client carry the commands that failed, and the password with them: nothing but their messages may ever be shown.
 */
export async function connect({ address, password }: RedisAddress): Promise<Redis> {
  const url = parse(address);
  // Without whom it is that connects, and how.
  const place = `${url.protocol}//${url.host}${url.pathname}`;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const redis = new Redis({
    host,
    port: url.port === '' ? 6379 : Number(url.port),
    db: Number(url.pathname.slice(1) || 0),
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' && password === undefined ? {} : { password: password ?? decodeURIComponent(url.password) }),
    ...(url.protocol === 'rediss:' ? { tls: isIP(host) === 0 ? { servername: host } : {} } : {}),
    lazyConnect: true,
    connectTimeout: CONNECT_MILLISECONDS,
    // What BullMQ asks for: a command waits until Redis is back.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(100 * times, 2000),
  });
  let last = 'it closes the connection';
  redis.on('error', (error) => (last = error.message));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      last = `no answer within ${CONNECT_MILLISECONDS / 1000} s`;
      resolve(false);
    }, CONNECT_MILLISECONDS);
  });
  const answered = await Promise.race([redis.connect().then(() => redis.ping()).then(() => true, () => false), late]);
  clearTimeout(timer);
  if (answered) return redis;
  redis.disconnect();
  if (/^(WRONGPASS|NOAUTH|ERR AUTH|ERR invalid password)/.test(last)) {
    throw new Misuse(`Redis at ${place} refuses the password, or none was given: give it as redis://USER:PASSWORD@HOST in PF_REDIS, or in PF_REDIS_PASSWORD.`);
  }
  throw new Error(`Redis at ${place} cannot be reached: ${last}. Start it, or say where it is by PF_REDIS or --redis.`);
}

function parse(address: string): URL {
  // What is no address may still hold a password: it is not repeated.
  if (!URL.canParse(address)) {
    throw new Misuse('The address of Redis must look like redis://HOST:6379 or, over TLS, rediss://HOST:6379, and the one given does not.');
  }
  const url = new URL(address);
  if (!['redis:', 'rediss:'].includes(url.protocol)) {
    throw new Misuse(`The address of Redis must begin with redis:// or, for TLS, rediss://, got ${url.protocol}//.`);
  }
  if (!/^(\/\d*)?$/.test(url.pathname)) throw new Misuse(`The address of Redis ends in the number of a database, such as /0, got ${url.pathname}.`);
  return url;
}
