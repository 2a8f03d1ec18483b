import { describe, expect, it } from '@jest/globals';
import { multipart } from './multipart.js';

const parsed = async (parts: Parameters<typeof multipart>[0]) => {
  const { headers, body } = multipart(parts);
  return [...(await new Response(new Uint8Array(body), { headers }).formData())];
};

describe('multipart', () => {
  it('is parsed back unchanged, whatever the values contain', async () => {
    const value = 'ä🥁\r\n--x\r\nContent-Disposition: form-data; name="to"\r\n\r\nevil';
    expect(
      await parsed([
        { name: 'a', value },
        { name: 'a', value: '' },
      ]),
    ).toEqual([
      ['a', value],
      ['a', ''],
    ]);
  });

  it('transmits files byte for byte', async () => {
    const value = Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256));
    const [[name, file] = []] = await parsed([{ name: 'f', value, filename: 'Größe.bin', contentType: 'image/png' }]);
    expect(name).toBe('f');
    expect(file).toMatchObject({ name: 'Größe.bin', type: 'image/png' });
    expect(Buffer.from(await (file as File).arrayBuffer())).toEqual(value);
  });

  it.each(['a"; name="to', 'a\r\nx: y', 'a"\r\n\r\nevil\r\n--'])(
    'does not let the name %j escape its quotes',
    async (name) => {
      const entries = await parsed([
        { name, value: '1' },
        { name: 'f', filename: name, contentType: `text/x${name}`, value: '2' },
      ]);
      expect(entries).toHaveLength(2);
      expect(entries.map(([each]) => each)).not.toContain('to');
      expect(entries[0]?.[1]).toBe('1');
    },
  );
});
