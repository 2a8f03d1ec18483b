'use client';

import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { SearchBox } from '@/components/ui/search-box';
import { sayError } from '@/lib/say-error';
import { useSettled } from '@/lib/use-settled';
import { imageSource } from './image-source';
import { useDeleteImage, useImages, useUpload, type StoredImage } from './queries';
import { words } from './words';

interface ImageDialogProps {
  current: string;
  onChoose: (src: string) => void;
  onClose: () => void;
}

const TYPING_MS = 250;

/** The images of the workspace: upload one, or choose one that is there. */
export function ImageDialog({ current, onChoose, onClose }: ImageDialogProps) {
  const [search, setSearch] = useState('');
  const [address, setAddress] = useState(imageSource(current) ? '' : current);
  const settled = useSettled(search.trim(), TYPING_MS);
  const images = useImages(settled);
  const upload = useUpload();
  const file = useRef<HTMLInputElement>(null);
  const rows = images.data?.pages.flatMap(({ data }) => data) ?? [];
  const take = async (files: FileList | null) => {
    const [first] = files ?? [];
    if (!first) return;
    const image = await upload.mutateAsync(first).catch(() => null);
    if (file.current) file.current.value = '';
    if (image) onChoose(image.url);
  };
  return (
    <Dialog open onOpenChange={onClose} title={words.imagesTitle}>
      <div className="grid gap-4">
        {upload.error && <FormError text={sayError(upload.error)} />}
        <div className="grid gap-1.5">
          <input
            ref={file}
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            className="sr-only"
            tabIndex={-1}
            aria-label={words.upload}
            onChange={(event) => void take(event.target.files)}
          />
          <Button variant="outline" busy={upload.isPending} onClick={() => file.current?.click()}>
            <ImagePlus /> {upload.isPending ? words.uploading : words.upload}
          </Button>
          <p className="text-[13px] text-muted">{words.uploadHint}</p>
        </div>
        <SearchBox label={words.imagesSearch} value={search} onChange={(event) => setSearch(event.target.value)} />
        {images.error && <FormError text={sayError(images.error)} />}
        {images.data && rows.length === 0 && (
          <p className="rounded-lg bg-sunken p-4 text-[13px] text-muted">
            {settled ? words.noImagesFound : words.noImages}
          </p>
        )}
        {rows.length > 0 && (
          <ul className="grid max-h-72 grid-cols-2 gap-2 overflow-y-auto sm:grid-cols-3" aria-label={words.imagesTitle}>
            {rows.map((image) => (
              <Tile key={image.id} image={image} onChoose={() => onChoose(image.url)} />
            ))}
          </ul>
        )}
        {images.hasNextPage && (
          <Button
            variant="outline"
            size="sm"
            busy={images.isFetchingNextPage}
            onClick={() => void images.fetchNextPage()}
          >
            {words.olderImages}
          </Button>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            onChoose(address.trim());
          }}
        >
          <Field label={words.imageAddress}>
            {(control) => (
              <Input
                {...control}
                value={address}
                onChange={(event) => setAddress(event.target.value)}
                placeholder="https://"
                maxLength={2_000}
                autoComplete="off"
              />
            )}
          </Field>
          <DialogActions>
            <Button variant="outline" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit">{words.use}</Button>
          </DialogActions>
        </form>
      </div>
    </Dialog>
  );
}

function Tile({ image, onChoose }: { image: StoredImage; onChoose: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteImage();
  return (
    <li className="group relative">
      <button
        type="button"
        onClick={onChoose}
        className="block w-full overflow-hidden rounded-lg border bg-sunken text-left hover:border-line-strong"
      >
        <img src={imageSource(image.url)} alt="" className="h-20 w-full object-contain" />
        <span className="block truncate border-t bg-surface px-2 py-1 text-[12px]" title={image.name}>
          {image.name}
        </span>
      </button>
      <Button
        variant="outline"
        size="icon"
        className="absolute top-1 right-1 size-6! opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
        aria-label={words.deleteImage({ name: image.name })}
        onClick={() => setAsking(true)}
      >
        <Trash2 />
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.deleteImageTitle({ name: image.name })}
        description={words.deleteImageText}
        action={words.deleteAction}
        busy={remove.isPending}
        onConfirm={() => void remove.mutateAsync(image.id).finally(() => setAsking(false))}
      />
    </li>
  );
}
