import type { Database } from '@dundun/platform/database';
import { Counts } from './counts.repository.js';
import { EventInsights } from './event-insights.service.js';
import { EventNameCounts } from './event-names.repository.js';
import { EventProperties } from './event-properties.repository.js';
import { GroupEngagement } from './group-engagement.repository.js';
import { GroupReport } from './group-report.repository.js';
import { HomeFigures } from './home-figures.repository.js';
import { Home } from './home.service.js';

/** The services of this library over a database, as the api and a worker have them. */
export function insightServices(database: Database) {
  const counts = new Counts(database);
  /** Counts until nothing is left of one workspace. */
  const drain = async (workspaceId: number): Promise<void> => {
    const open = async () => (await counts.uncounted()).filter(({ workspace_id: id }) => id === workspaceId);
    for (let left = await open(); left.length > 0; left = await open())
      for (const source of left) await counts.step(source);
  };
  const home = new Home(new HomeFigures(database));
  const events = new EventInsights(new EventNameCounts(database), new EventProperties(database));
  return { counts, drain, home, events, engagement: new GroupEngagement(database), report: new GroupReport(database) };
}
