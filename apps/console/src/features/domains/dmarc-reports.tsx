import { Lightbulb } from 'lucide-react';
import { CopyButton } from '@/components/ui/copy-button';
import { ErrorState } from '@/components/ui/error-state';
import { NumberTile } from '@/components/ui/number-tile';
import { count, percent } from '@/lib/format';
import { words } from './dmarc-words';
import { useDmarc, type DmarcSummary } from './queries';

/** What receivers reported about mail in the name of the domain, with what to do. */
export function DmarcReports({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useDmarc(id);
  if (!data && !error) return null;
  return (
    <section aria-labelledby="dmarc" className="mt-10">
      <h2 id="dmarc" className="font-semibold tracking-tight">
        {words.title}
      </h2>
      <p className="mt-0.5 mb-4 text-sm text-muted">{words.text(data?.days ?? 30)}</p>
      {data ? (
        <Summary summary={data} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </section>
  );
}

function Summary({ summary }: { summary: DmarcSummary }) {
  const { messages, aligned, reports_to: address, published, sources, advice, reporters } = summary;
  return (
    <div className="grid gap-4">
      {address === null && <p className="text-sm text-muted">{words.off}</p>}
      {address !== null && !published && <Address address={address} />}
      {messages > 0 && (
        <div className="grid max-w-md grid-cols-2 gap-3">
          <NumberTile label={words.messages} value={count(messages)} />
          <NumberTile label={words.passed} value={percent(aligned / messages)} meaning={words.passedMeaning} />
        </div>
      )}
      {(address !== null || messages > 0) && <Advice sentences={advice} />}
      {sources.length > 0 && <Sources sources={sources} />}
      {reporters.length > 0 && (
        <p className="text-[13px] text-muted">
          {words.reporters}{' '}
          {reporters.map(({ name, reports, mail_domains }) => words.reporter(name, reports, mail_domains)).join('; ')}.{' '}
          {words.caveat}
        </p>
      )}
    </div>
  );
}

const Address = ({ address }: { address: string }) => (
  <div className="text-sm">
    <p className="mb-2">{words.unpublished}</p>
    <span className="flex items-start gap-1 rounded-lg bg-sunken py-0.5 pr-0.5 pl-2.5">
      <code className="min-w-0 flex-1 py-1.5 font-mono text-xs leading-5 break-all">mailto:{address}</code>
      <CopyButton text={`mailto:${address}`} label={words.copy} className="hover:bg-line/60!" />
    </span>
  </div>
);

const Advice = ({ sentences }: { sentences: string[] }) => (
  <div className="flex gap-3 rounded-xl border bg-sunken/60 px-5 py-4 text-sm">
    <Lightbulb className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
    <ul className="grid min-w-0 gap-1.5 break-words">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </div>
);

const head = 'px-4 py-2.5 text-left text-xs font-medium text-muted first:pl-5';
const cell = 'px-4 py-3 align-top first:pl-5';

/** Wide tables scroll within their frame. */
const Sources = ({ sources }: { sources: DmarcSummary['sources'] }) => (
  <div
    className="overflow-x-auto rounded-xl border bg-surface shadow-shade"
    tabIndex={0}
    role="group"
    aria-label={words.sources}
  >
    <table className="w-full text-sm">
      <caption className="sr-only">{words.sources}</caption>
      <thead>
        <tr>
          {[words.source, words.number, words.passedShort, words.dkim, words.spf, words.action, words.reportedBy].map(
            (title) => (
              <th key={title} scope="col" className={head}>
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.source} className="border-t">
            <td className={cell}>
              <span className="font-mono text-[13px] whitespace-nowrap">{source.source}</span>
              {source.header_from.length > 0 && (
                <span className="block text-xs text-muted">{words.as(source.header_from)}</span>
              )}
            </td>
            <td className={`${cell} tabular-nums`}>{count(source.messages)}</td>
            {[source.aligned, source.dkim_aligned, source.spf_aligned].map((part, index) => (
              <td
                key={index}
                className={`${cell} tabular-nums ${part < source.messages / 2 && index === 0 ? 'text-danger' : ''}`}
              >
                {percent(part / source.messages)}
              </td>
            ))}
            <td className={cell}>{words.actions(source.quarantined, source.rejected)}</td>
            <td className={`${cell} text-muted`}>{source.reporters.join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
