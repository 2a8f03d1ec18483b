import { NumberTile } from '@/components/ui/number-tile';
import { count, percent } from '@/lib/format';
import type { Campaign } from '../queries';
import type { MailFigures } from './report-queries';
import { words } from './report-words';

/** What people did with the mail, each mail counted once; machines are apart. */
export function Reaction({ total, campaign }: { total: MailFigures; campaign: Campaign }) {
  const { tiles } = words;
  const { arrived, opened, opened_by_machine: unknown, clicked, clicked_by_machine: scanned } = total;
  const tracked = arrived - total.tracking_refused;
  const whole = total.tracking_refused > 0 ? words.wholes.tracked : words.wholes.arrived;
  const share = (part: number, of = arrived) => percent(of > 0 ? part / of : 0);
  const openNote =
    unknown > 0
      ? words.range({
          least: share(opened, tracked),
          most: share(opened + unknown, tracked),
          whole,
          unknown: count(unknown),
        })
      : words.shareOf({ share: share(opened, tracked), whole });
  const clickNote =
    scanned > 0
      ? words.byMachines({ share: share(clicked, tracked), whole, n: count(scanned) })
      : words.shareOf({ share: share(clicked, tracked), whole });
  return (
    <section aria-label={words.reaction} className="mb-4">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        {campaign.track_opens && (
          <NumberTile label={tiles.opened} value={count(opened)} note={openNote} meaning={tiles.openedMeaning} />
        )}
        {campaign.track_clicks && (
          <NumberTile label={tiles.clicked} value={count(clicked)} note={clickNote} meaning={tiles.clickedMeaning} />
        )}
        <NumberTile
          label={tiles.unsubscribed}
          value={count(total.unsubscribed)}
          note={words.share({ share: share(total.unsubscribed) })}
          meaning={tiles.unsubscribedMeaning}
        />
        {campaign.channel === 'email' && (
          <NumberTile
            label={tiles.complained}
            value={count(total.complained)}
            note={words.share({ share: share(total.complained) })}
            meaning={tiles.complainedMeaning}
          />
        )}
        <NumberTile
          label={tiles.bounced}
          value={count(total.bounced)}
          note={words.shareOfSent({ share: share(total.bounced, total.sent) })}
          meaning={tiles.bouncedMeaning}
        />
      </div>
      {total.tracking_refused > 0 && (
        <p className="mt-2 text-[13px] text-muted">{words.refused({ n: total.tracking_refused })}</p>
      )}
    </section>
  );
}
