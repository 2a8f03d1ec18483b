import { join } from 'node:path';
import { nextFree, whyTaken } from '../free-port.mjs';
import { portIn } from './settings.mjs';
import { readJson, writeJson } from './small-file.mjs';

const WISHES = [
  { name: 'api', variable: 'API_PORT', usual: 3000 },
  { name: 'console', variable: 'CONSOLE_PORT', usual: 3001 },
];

/**
 * Chooses `{ ports, faults }`. A port that is set is used, or is a fault when it is taken. A default port that is taken is replaced by a
 * free one, the port of the last start if possible.
 */
export async function choosePorts({ env, host, dataDir }) {
  const remembered = rememberedPorts(dataDir);
  const ports = {};
  const faults = [];
  for (const { name, variable, usual } of WISHES) {
    const asked = portIn(env[variable]);
    const others = WISHES.filter((wish) => wish.name !== name);
    const reserved = others.map((wish) => ports[wish.name] ?? portIn(env[wish.variable]) ?? wish.usual);
    if (asked) {
      ports[name] = asked;
      const why = await whyTaken(asked, host);
      if (why) faults.push(sentence(variable, asked, host, why));
      else if (Object.entries(ports).some(([other, port]) => other !== name && port === asked)) {
        faults.push(`${variable} ${asked} is set twice: give the API and the console different ports`);
      }
    } else {
      const why = await whyTaken(usual, host);
      if (why && why !== 'EADDRINUSE') faults.push(sentence(variable, usual, host, why));
      ports[name] = faults.length > 0 ? usual : await firstFree([usual, remembered[name]], host, reserved);
    }
  }
  return { ports, faults };
}

async function firstFree(candidates, host, reserved) {
  for (const port of candidates) {
    if (port && !reserved.includes(port) && !(await whyTaken(port, host))) return port;
  }
  return nextFree(candidates[0] + 1, host, reserved);
}

function sentence(variable, port, host, why) {
  if (why === 'EADDRINUSE') {
    return `${variable} ${port} is taken on ${host}: stop what listens there, or set ${variable} to another port`;
  }
  if (why === 'EACCES') return `${variable} ${port} may not be used by this user: set ${variable} to a port above 1023`;
  return `HOST nothing can listen on ${host} (${why}): set HOST to an address of this machine`;
}

export const rememberedPorts = (dataDir) => readJson(join(dataDir, 'ports.json'), {});
export const rememberPorts = (dataDir, ports) => writeJson(join(dataDir, 'ports.json'), ports);

/** Returns an address that a browser on this machine can open. */
export function addressFor(host, port) {
  const everywhere = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  return `http://${everywhere[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
}
