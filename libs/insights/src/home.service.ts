import { Inject, Injectable } from '@nestjs/common';
import type { HomeView } from '@dundun/contracts';
import { plusDays } from '@dundun/domain';
import { FIGURES, HomeFigures, RECENT_MINUTES, type Figures } from './home-figures.repository.js';

const DAYS = 30;

const nothing = () => Object.fromEntries(FIGURES.map((figure) => [figure, 0])) as Figures;

/** Says what happened in a workspace in the last thirty days. */
@Injectable()
export class Home {
  constructor(@Inject(HomeFigures) private readonly figures: HomeFigures) {}

  async view(workspaceId: number): Promise<HomeView> {
    const { zone, today, recent_events: recent, is_counting: isCounting } = await this.figures.now(workspaceId);
    const first = plusDays(today, 1 - DAYS);
    const byDay = new Map(Array.from({ length: DAYS }, (_, day) => [plusDays(first, day), nothing()]));
    const soFar = nothing();
    for (const { day, what, count, so_far } of await this.figures.days(workspaceId, zone, first)) {
      const figures = byDay.get(day);
      if (figures) figures[what] = count;
      if (day === plusDays(today, -1)) soFar[what] = so_far;
    }
    return {
      time_zone: zone,
      days: [...byDay].map(([day, figures]) => ({ day, ...figures })),
      yesterday_so_far: soFar,
      events_per_minute: Math.round((recent / RECENT_MINUTES) * 10) / 10,
      is_counting: isCounting,
    };
  }
}
