import type { Database } from '@dundun/platform/database';
import { ConversionFacts } from './conversion-facts.repository.js';
import { ConversionFollower } from './conversion-follower.service.js';
import { ConversionGoals } from './conversion-goals.repository.js';
import { ConversionReport } from './conversion-report.repository.js';
import { Conversions } from './conversions.repository.js';

/** The services of conversions over a database, as a worker has them. */
export function conversionServices(database: Database) {
  const [facts, goals] = [new ConversionFacts(database), new ConversionGoals(database)];
  const follower = new ConversionFollower(database, facts, goals, new Conversions(database));
  return { facts, goals, follower, report: new ConversionReport(database) };
}
