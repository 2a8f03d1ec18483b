import { KEY, SECRET } from './requests.mjs';

const HEADERS = {
  authorization: `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString('base64')}`,
  'content-type': 'application/json',
};

/** Calls the api outside of any measurement. */
export async function call(port, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Reads from the api. */
export async function get(port, path) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: HEADERS.authorization } });
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Uploads bytes to the api. */
export async function put(port, path, bytes) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'PUT',
    headers: { authorization: HEADERS.authorization, 'content-type': 'application/octet-stream' },
    body: bytes,
  });
  if (!answer.ok) throw new Error(`PUT ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
