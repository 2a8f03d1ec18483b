import pg from 'pg';

/** Who workspaces of tests say they are, unless a test says something else: without it, they could send no marketing mail. */
export const IDENTITY = { senderName: 'Ada at Dundun', postalAddress: '1 Broad Street\nLagos' };

/** Lets the first workspace of an installation say who it is, as its owner would after the first start. */
export async function introduce(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { senderName, postalAddress } = IDENTITY;
    await client.query(
      'UPDATE workspaces SET sender_name = coalesce(sender_name, $1), postal_address = coalesce(postal_address, $2)',
      [senderName, postalAddress],
    );
  } finally {
    await client.end();
  }
}
