import aws4 from 'aws4';

const PATIENCE_MS = 15_000;
const OWN_OF_FETCH = ['Host', 'Content-Length'];

/** Keeps files in a bucket of S3 or of something that speaks its protocol. */
export class S3Bucket {
  private readonly bucket: URL;

  /** @param address `https://key:secret@host/bucket?region=eu-central-1` */
  constructor(address: string) {
    this.bucket = new URL(address);
  }

  async put(name: string, content: Buffer, type: string): Promise<void> {
    const answer = await this.call('PUT', name, { 'Content-Type': type }, content);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The bucket answered ${answer.status} to a new file`);
  }

  /** @returns null if there is no such file */
  async get(name: string): Promise<Buffer | null> {
    const answer = await this.call('GET', name);
    const content = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`The bucket answered ${answer.status} to a read`);
    return content;
  }

  async delete(name: string): Promise<void> {
    const answer = await this.call('DELETE', name);
    await answer.arrayBuffer();
    if (!answer.ok && answer.status !== 404) throw new Error(`The bucket answered ${answer.status} to a deletion`);
  }

  private call(method: string, name: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Response> {
    const { protocol, host, pathname, username, password, searchParams } = this.bucket;
    const path = `${pathname.replace(/\/$/, '')}/${name}`;
    const signed = aws4.sign(
      { service: 's3', region: searchParams.get('region') ?? 'us-east-1', method, host, path, headers, body },
      { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    );
    // fetch writes the host and the length itself.
    const sent = Object.entries(signed.headers as Record<string, string>).filter(
      ([key]) => !OWN_OF_FETCH.includes(key),
    );
    return fetch(`${protocol}//${host}${path}`, {
      method,
      headers: Object.fromEntries(sent),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body && { body: new Uint8Array(body) }),
    });
  }
}
