import { isIP } from 'node:net';
import { Redis } from 'ioredis';

/** An error that only the user can correct, such as an invalid address or a wrong password. */
export class UsageError extends Error {}

/** The address of Redis: `redis://HOST:PORT/DATABASE`, or `rediss://…` over TLS. */
export interface RedisAddress {
  readonly address: string;
  /** Default, also if empty: the password in the address, if there is one. */
  readonly password?: string | undefined;
}

const CONNECT_MILLISECONDS = 10_000;

/**
 * Connects to Redis and waits for an answer. If the connection is lost later, the client reconnects without limit, and commands wait meanwhile.
 *
 * Errors of the client contain the failed commands, and with them the password: show only their messages.
 */
export async function connect({ address, password }: RedisAddress): Promise<Redis> {
  const url = parse(address);
  // Without user and password.
  const place = `${url.protocol}//${url.host}${url.pathname}`;
  const secret = password || decoded(url.password);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const redis = new Redis({
    host,
    port: url.port === '' ? 6379 : Number(url.port),
    db: Number(url.pathname.slice(1) || 0),
    ...(url.username === '' ? {} : { username: decoded(url.username) }),
    ...(secret === '' ? {} : { password: secret }),
    ...(url.protocol === 'rediss:' ? { tls: isIP(host) === 0 ? { servername: host } : {} } : {}),
    lazyConnect: true,
    connectTimeout: CONNECT_MILLISECONDS,
    // Required by BullMQ: commands wait until Redis is back.
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
    throw new UsageError(`Redis at ${place} rejects the password, or none was given: set it as redis://USER:PASSWORD@HOST in PF_REDIS, or in PF_REDIS_PASSWORD.`);
  }
  throw new Error(`Redis at ${place} cannot be reached: ${last}. Start it, or give its address by PF_REDIS or --redis.`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError('A % in the user or the password of the address of Redis must be written as %25.');
  }
}

function parse(address: string): URL {
  // An invalid address may contain a password, so the message does not repeat it.
  if (!URL.canParse(address)) {
    throw new UsageError('The address of Redis must look like redis://HOST:6379 or, over TLS, rediss://HOST:6379; the given one does not.');
  }
  const url = new URL(address);
  if (!['redis:', 'rediss:'].includes(url.protocol)) {
    throw new UsageError(`The address of Redis must begin with redis:// or, over TLS, rediss://, got ${url.protocol}//.`);
  }
  if (!/^(\/\d*)?$/.test(url.pathname)) throw new UsageError(`The address of Redis must end with the number of a database, such as /0, got ${url.pathname}.`);
  return url;
}
