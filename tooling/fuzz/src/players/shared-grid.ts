import { GridFollower, GridPublisher } from '@pf/grid';
import { AStar } from '@pf/search';
import type { FromPathWorker } from '@pf/server';
import { pathLoop } from '@pf/server';
import type { OracleGraph } from '@pf/testkit';
import type { Player, Query } from '../player.ts';
import { checkPath, demand } from '../player.ts';
import { arcsOf } from './grid.ts';

/** A grid in shared memory: a follower has the arcs of the last published model, whatever was edited since. */
const followed: Player = {
  name: 'a grid that is published and followed',
  join({ grid, model }, tally) {
    if (grid === undefined) return undefined;
    const publisher = new GridPublisher(grid);
    const [eager, lazy] = [new GridFollower(publisher.published), new GridFollower(publisher.published)];
    let published: OracleGraph = model;
    publisher.publish();
    return {
      query({ model: now, n }) {
        tally.queries++;
        if (n % 3 !== 0) {
          publisher.publish();
          published = now;
        }
        const expected = arcsOf(published).join('\n');
        for (const follower of n % 4 === 0 ? [eager, lazy] : [eager]) {
          follower.update();
          demand(arcsOf(follower.grid).join('\n') === expected, () => 'The follower has other arcs than were published.');
          demand(arcsOf(follower.grid, 'predecessors').join('\n') === expected, () => 'The follower has other predecessors than were published.');
        }
      },
    };
  },
};

/** What a worker of a pool answers, without the thread: several queries in one message, some of them stopped. */
const served: Player = {
  name: 'the worker of a pool',
  join(stage, tally) {
    const { grid } = stage;
    if (grid === undefined) return undefined;
    const publisher = new GridPublisher(grid);
    const messages: FromPathWorker[] = [];
    const answer = pathLoop((message) => messages.push(message), stage.model.vertexCount % 2 === 0 ? undefined : (copy) => new AStar(copy));
    const stop = new Int32Array(new SharedArrayBuffer(16));
    answer({ published: publisher.published, within: 1, stop });
    demand(messages.length === 1 && 'ready' in messages[0], () => 'A worker that has the grid does not say so.');
    const pending: Query[] = [];
    return {
      query(query) {
        tally.queries++;
        const version = publisher.publish();
        pending.push(query);
        messages.length = 0;
        stop[1] = query.n % 2;
        answer({ queries: Float64Array.of(0, query.start, query.goal, 1e9, 0, 1, query.goal, query.start, 1e9, 0, 2, query.start, query.start, 1e9, 0) });
        const rows = messages.flatMap((message) => ('answers' in message ? Array.from({ length: message.answers.length / 6 }, (_, i) => ({ row: [...message.answers.subarray(6 * i, 6 * i + 6)], message })) : []));
        demand(rows.length === 3 && rows.every(({ row }, i) => row[0] === i), () => `Three queries got the answers ${rows.map(({ row }) => row.join(' ')).join('; ')}.`);
        for (const message of messages) if ('errors' in message) demand(Object.keys(message.errors).length === 0, () => `A query failed: ${Object.values(message.errors).join(' ')}`);
        demand(rows[1].row[1] === (query.n % 2 === 1 ? 1 : 0), () => `A query that was ${query.n % 2 === 1 ? '' : 'not '}stopped has the outcome ${rows[1].row[1]}.`);
        const [, outcome, cost, seen, , length] = rows[0].row;
        demand(outcome === 0 && seen >= version, () => `A query has the outcome ${outcome} in version ${seen}, where ${version} was published.`);
        const first = rows[0].message;
        checkPath(stage, query, cost, 'paths' in first ? first.paths.subarray(0, length) : []);
      },
    };
  },
};

export const sharedGridPlayers: readonly Player[] = [followed, served];
