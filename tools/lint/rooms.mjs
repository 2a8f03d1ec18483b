// The rooms of each library that has them, from the ground up. A room imports itself and rooms before it. Files outside the rooms
// (index, modules, testing) are on top: they import every room, and no room imports them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const ROOMS = {
  accounts: [
    'workspaces',
    'credentials',
    'logins',
    'team',
    'sso',
    'domains',
    'dmarc',
    'integrations',
    'warm-ups',
    'alerts',
    'approvals',
    'audit',
  ],
  automations: ['definitions', 'runs', 'entering', 'stepping', 'calling', 'moving', 'trying', 'api'],
  bulk: ['jobs', 'imports', 'memberships', 'exports'],
  campaigns: ['definitions', 'audience', 'checks', 'approval', 'sending', 'reports', 'archive', 'api'],
  insights: ['conversions'],
  messaging: [
    'message',
    'suppressions',
    'images',
    'templates',
    'tracking',
    'contents',
    'accept',
    'submission',
    'deliver',
    'reports',
    'timeline',
  ],
  providers: ['adapter', 'testing', 'email', 'sms', 'inbound'],
  platform: ['config', 'limits', 'outbound', 'jobs', 'database', 'sandbox', 'http', 'queue', 'server'],
  segments: ['conditions', 'counts', 'definitions', 'members', 'follow', 'api'],
  sources: ['adapters', 'mapping', 'intake', 'work'],
  subscribers: ['words', 'consents', 'memberships', 'opt-outs', 'pages'],
  users: ['api', 'jobs', 'batch', 'merge', 'erase'],
  webhooks: ['feed', 'endpoints', 'deliver'],
};

/** Rooms of adapters: a folder for each provider, and above the folders what they share. */
const PROVIDERS = ['libs/providers/src/email', 'libs/providers/src/sms'];

/** The zones of the adapters: no provider imports another, and what they share imports none of them. */
const adapterZones = (root) =>
  PROVIDERS.flatMap((room) => {
    const folders = readdirSync(join(root, room), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return folders.map(({ name }) => ({
      target: [`${room}/!(${name}|testing.ts)`, `${room}/!(${name})/**/*`],
      from: join(room, name),
      message: `${room}/${name} is one provider: only the registry imports it.`,
    }));
  });

/** The zones of import-x/no-restricted-paths for a repository: of its rooms and of its providers. */
export const allZones = (root) => [...zones(), ...adapterZones(root)];

/** Zones of `import-x/no-restricted-paths`: from each room, everything in its library but the rooms up to itself. */
const zones = (rooms = ROOMS) =>
  Object.entries(rooms).flatMap(([library, order]) =>
    order.map((room, place) => ({
      target: join('libs', library, 'src', room),
      from: join('libs', library, 'src'),
      except: order.slice(0, place + 1),
      message: `The rooms of ${library}, from the ground: ${order.join(', ')}. A room imports only those before it.`,
    })),
  );

/** Throws for a room without a place in the order, and for a place without a room. */
export function checkRooms(root, rooms = ROOMS) {
  for (const [library, order] of Object.entries(rooms)) {
    const source = join(root, 'libs', library, 'src');
    const found = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of found)
      if (!order.includes(name)) throw new Error(`libs/${library}/src/${name} has no place in tools/lint/rooms.mjs`);
    for (const room of order)
      if (!existsSync(join(source, room)))
        throw new Error(`libs/${library}/src/${room} is in tools/lint/rooms.mjs and not there`);
  }
}
