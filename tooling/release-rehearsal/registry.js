import { join } from 'node:path';
import { runServer } from 'verdaccio';

/** Starts a registry on the loopback that has only what is published to it, with its files in `folder`. */
export async function startRegistry(folder) {
  const server = await runServer({
    storage: join(folder, 'storage'),
    self_path: join(folder, 'config.yaml'),
    configPath: join(folder, 'config.yaml'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: {},
    packages: { '**': { access: '$all', publish: '$all' } },
    max_body_size: '100mb',
    web: { enable: false },
    log: { type: 'stdout', level: 'fatal' },
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${server.address().port}`;
  return {
    host,
    url: `http://${host}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
