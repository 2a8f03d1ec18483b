import { Inject, Injectable } from '@nestjs/common';
import { CannotOpenError, CONFIG, LOGGER, Seal, type Config, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { Alerts, type DueAlert } from './alerts.repository.js';
import { alertText } from './alert-text.js';
import { Chat } from './chat.service.js';

const EVERY_MS = 2_000;
const AT_ONCE = 10;
const MINUTE_MS = 60_000;
/** Waits between calls of one alert; after the last it is given up, because it is old news. */
const WAITS_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 180 * MINUTE_MS];
const CANNOT_OPEN = 'Its address was sealed under another SECRET_KEY. Enter it again.';

/** Tells alerts in the chats of their workspaces. */
@Injectable()
export class AlertsTimer extends RecurringTask {
  constructor(
    @Inject(Alerts) private readonly alerts: Alerts,
    @Inject(Chat) private readonly chat: Chat,
    @Inject(Seal) private readonly seal: Seal,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CONSOLE_URL'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'alerts were not told');
  }

  /** Tells alerts until none is due. */
  protected async run(stopping: AbortSignal): Promise<void> {
    for (let claimed = AT_ONCE; claimed === AT_ONCE && !stopping.aborted;) {
      const due = await this.alerts.claim(AT_ONCE);
      await Promise.all(due.map((alert) => this.tell(alert)));
      claimed = due.length;
    }
  }

  private async tell(alert: DueAlert): Promise<void> {
    const failure = await this.say(alert);
    await this.alerts.note(alert.workspaceId, alert.sealedUrl, failure);
    const wait = WAITS_MS[alert.tries];
    if (failure === null || wait === undefined) await this.alerts.end(alert);
    else await this.alerts.putOff(alert, wait);
  }

  private async say(alert: DueAlert): Promise<string | null> {
    try {
      return await this.chat.say(this.seal.open(alert.sealedUrl), alertText(alert, this.config.CONSOLE_URL));
    } catch (error) {
      if (error instanceof CannotOpenError) return CANNOT_OPEN;
      throw error;
    }
  }
}
