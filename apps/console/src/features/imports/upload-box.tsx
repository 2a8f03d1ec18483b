import { Download, FileUp } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { JobProgress } from '@/components/ui/job-progress';
import { cn } from '@/lib/cn';
import { sayError } from '@/lib/say-error';
import { upload } from './queries';
import { words } from './words';

const SAMPLE = [
  'Email,First name,Last name,Phone number,Plan',
  'ada@example.com,Ada,Lovelace,+44 20 7946 0958,pro',
  'grace@example.com,Grace,Hopper,,free',
  '',
].join('\r\n');

const MOST_BYTES = 500 * 1024 * 1024;

/** Takes a file by button or by drop, uploads it and goes to its columns. */
export function UploadBox() {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState<{ name: string; share: number } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file || busy) return;
    setError(null);
    if (file.size === 0) return setError(words.empty);
    if (file.size > MOST_BYTES) return setError(words.tooLarge);
    setBusy({ name: file.name, share: 0 });
    try {
      const { id } = await upload(file, (share) => setBusy({ name: file.name, share }));
      router.push(`/people/imports/${id}`);
    } catch (fault) {
      setBusy(null);
      setError(sayError(fault));
    }
  };
  if (busy)
    return (
      <JobProgress
        label={words.uploading({ name: busy.name })}
        state="running"
        total={100}
        done={Math.round(busy.share * 100)}
      />
    );
  return (
    <div className="grid gap-3">
      {error && <FormError text={error} />}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
        className={cn(
          'grid justify-items-center gap-1.5 rounded-xl border border-dashed px-4 py-10 text-center transition-colors',
          over ? 'border-primary bg-tint/40' : 'border-line-strong/50 bg-surface/50',
        )}
      >
        <span className="mb-2 grid size-12 place-items-center rounded-xl bg-tint text-on-tint">
          <FileUp className="size-6" aria-hidden="true" />
        </span>
        <h2 className="font-semibold tracking-tight">{words.chooseTitle}</h2>
        <p className="max-w-md text-sm text-balance text-muted">{words.chooseText}</p>
        <div className="mt-4 flex flex-wrap items-center justify-center gap-3">
          <Button onClick={() => input.current?.click()}>{words.choose}</Button>
          <span className="hidden text-[13px] text-muted sm:inline">{words.drop}</span>
        </div>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`}
          download="people.csv"
          className="mt-2 inline-flex min-h-6 items-center gap-1.5 text-[13px] font-medium underline underline-offset-4"
        >
          <Download className="size-3.5" aria-hidden="true" /> {words.sampleFile}
        </a>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-label={words.chooseTitle}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
    </div>
  );
}
