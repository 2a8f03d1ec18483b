'use client';

import {
  FONTS,
  LAYOUTS,
  readable,
  type Inline,
  type ItemList,
  type Mark,
  type Paragraph,
  type RichText,
  type Theme,
} from '@dundun/domain/mail-design';
import { ImageIcon } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { AnyBlock } from './design-edits';
import { imageSource } from './image-source';
import { words } from './words';

/** What surrounds a block. */
export interface Look {
  theme: Theme;
  text: string;
  link: string;
}

export const lookOn = (theme: Theme, background: string | null): Look =>
  background === null
    ? { theme, text: theme.text, link: theme.brand }
    : { theme, text: readable(background, theme.text), link: readable(background, theme.brand) };

const HEADINGS = { 1: 30, 2: 23, 3: 18 } as const;
const SIZES = { small: 14, normal: 16, large: 19 } as const;

/** The style of the text of a block, also while it is edited. */
export function textStyle(block: AnyBlock, { theme, text }: Look): CSSProperties {
  const style: CSSProperties = { color: text, fontFamily: FONTS[theme.font], lineHeight: 1.55, fontSize: 16 };
  if (block.kind === 'heading')
    return {
      ...style,
      fontFamily: FONTS[theme.headingFont],
      fontSize: HEADINGS[block.level],
      fontWeight: 700,
      lineHeight: 1.25,
      textAlign: block.align,
    };
  if (block.kind === 'text') return { ...style, fontSize: SIZES[block.size], textAlign: block.align };
  if (block.kind === 'quote') return { ...style, fontSize: 19, fontStyle: 'italic' };
  return style;
}

interface BlockViewProps {
  block: AnyBlock;
  look: Look;
  /** In place of the text, while it is edited. */
  editor?: ReactNode;
  /** The cells of columns. */
  cells?: ReactNode[];
}

/** A block as the mail shows it, in the canvas. */
export function BlockView({ block, look, editor, cells }: BlockViewProps) {
  const { theme } = look;
  const style = textStyle(block, look);
  switch (block.kind) {
    case 'logo':
      return (
        <div style={{ padding: '28px 32px 16px', textAlign: block.align }}>
          <Picture src={block.src} alt={block.alt} width={`${block.width}px`} radius={0} label={words.kinds.logo} />
        </div>
      );
    case 'heading':
      return (
        <div style={{ ...style, padding: '16px 32px 8px' }}>{editor ?? <Rich text={block.text} look={look} />}</div>
      );
    case 'text':
      return <div style={{ ...style, padding: '8px 32px' }}>{editor ?? <Rich text={block.text} look={look} />}</div>;
    case 'quote':
      return (
        <div style={{ ...style, padding: '8px 32px' }}>
          <div style={{ borderLeft: `3px solid ${theme.brand}`, paddingLeft: 18 }}>
            {editor ?? <Rich text={block.text} look={look} />}
            {block.author && <p style={{ margin: '10px 0 0', fontSize: 14 }}>— {block.author}</p>}
          </div>
        </div>
      );
    case 'button':
      return (
        <div style={{ padding: '10px 32px', textAlign: block.align }}>
          <FakeButton label={block.label} look={look} isOutline={block.look === 'outline'} isWide={block.isWide} />
        </div>
      );
    case 'image':
      return (
        <div style={{ padding: block.width === 100 ? 0 : '8px 32px', textAlign: block.align }}>
          <Picture
            src={block.src}
            alt={block.alt}
            width={`${block.width}%`}
            radius={block.width === 100 ? 0 : theme.radius}
            label={words.kinds.image}
          />
        </div>
      );
    case 'product':
      return (
        <div style={{ ...style, padding: '16px 32px', textAlign: 'center' }}>
          <Picture
            src={block.src}
            alt={block.alt}
            width="min(100%, 360px)"
            radius={theme.radius}
            label={words.fields.image}
          />
          <p style={{ margin: '12px 0 4px', fontSize: 18, fontWeight: 700 }}>{block.name}</p>
          {block.description && <p style={{ margin: '0 0 6px' }}>{block.description}</p>}
          <p style={{ margin: '0 0 12px', fontWeight: 700 }}>{block.price}</p>
          {block.label && <FakeButton label={block.label} look={look} />}
        </div>
      );
    case 'social':
      return (
        <div
          style={{
            ...style,
            padding: '8px 32px',
            fontSize: 14,
            textAlign: block.align,
            fontWeight: 600,
            color: look.link,
          }}
        >
          {block.links.map(({ network }) => words.networks[network]).join('  ·  ') || words.kinds.social}
        </div>
      );
    case 'divider':
      return (
        <div style={{ padding: '16px 32px' }}>
          <div style={{ borderTop: `${block.thickness}px solid #d9d5cc` }} />
        </div>
      );
    case 'spacer':
      return <div style={{ height: block.height }} />;
    case 'footer':
      return (
        <div
          style={{
            ...style,
            padding: '20px 32px 24px',
            fontSize: 13,
            textAlign: block.align,
            color: look.text === theme.text ? '#68645c' : look.text,
          }}
        >
          <strong>{block.sender}</strong>
          <p style={{ margin: '0 0 8px', whiteSpace: 'pre-line' }}>{block.address}</p>
          <p style={{ margin: '0 0 8px' }}>{block.reason}</p>
          <p style={{ margin: 0, textDecoration: 'underline' }}>
            {[block.unsubscribe, block.preferences].filter(Boolean).join(' · ')}
          </p>
        </div>
      );
    case 'columns': {
      const shares = LAYOUTS[block.layout];
      return (
        <div
          className="grid items-start"
          style={{ gridTemplateColumns: shares.map((share) => `minmax(0, ${share}fr)`).join(' ') }}
        >
          {cells}
        </div>
      );
    }
  }
}

interface PictureProps {
  src: string;
  alt: string;
  width: string;
  radius: number;
  label: string;
}

/** Images of other servers are not fetched here; their place shows their text. */
function Picture({ src, alt, width, radius, label }: PictureProps) {
  const own = imageSource(src);
  if (own)
    return (
      <img src={own} alt={alt} style={{ width, maxWidth: '100%', borderRadius: radius, display: 'inline-block' }} />
    );
  return (
    <span
      className="inline-flex max-w-full items-center justify-center gap-2 px-3 py-6 text-[13px]"
      style={{ width, minWidth: 'min(100%, 120px)', borderRadius: radius, background: '#ece9e2', color: '#55524b' }}
    >
      <ImageIcon className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 truncate">{alt || label}</span>
    </span>
  );
}

interface FakeButtonProps {
  label: string;
  look: Look;
  isOutline?: boolean;
  isWide?: boolean;
}

const FakeButton = ({ label, look: { theme, text }, isOutline, isWide }: FakeButtonProps) => (
  <span
    style={{
      display: isWide ? 'block' : 'inline-block',
      padding: '13px 26px',
      borderRadius: theme.radius,
      fontFamily: FONTS[theme.font],
      fontWeight: 600,
      fontSize: 16,
      lineHeight: 1.2,
      textAlign: 'center',
      ...(isOutline
        ? { border: `1px solid ${text}`, color: text }
        : { background: theme.brand, color: readable(theme.brand) }),
    }}
  >
    {label}
  </span>
);

const Rich = ({ text, look }: { text: RichText; look: Look }) => (
  <div className="editor-text">
    {text.content.map((node, index) => (
      <Node key={index} node={node} look={look} />
    ))}
  </div>
);

function Node({ node, look }: { node: Paragraph | ItemList; look: Look }) {
  if (node.type === 'paragraph')
    return <p>{node.content?.map((each, index) => <Piece key={index} node={each} look={look} />) ?? <br />}</p>;
  const List = node.type === 'bullet_list' ? 'ul' : 'ol';
  return (
    <List>
      {node.content.map(({ content }, item) => (
        <li key={item}>
          {content.map((each, index) => (
            <Node key={index} node={each} look={look} />
          ))}
        </li>
      ))}
    </List>
  );
}

function Piece({ node, look }: { node: Inline; look: Look }) {
  if (node.type === 'hard_break') return <br />;
  const inner =
    node.type === 'text' ? (
      node.text
    ) : (
      <span className="editor-variable">
        {node.attrs.fallback ? `${node.attrs.name} · ${node.attrs.fallback}` : node.attrs.name}
      </span>
    );
  return (node.marks ?? []).reduceRight<ReactNode>((shown, mark) => marked(shown, mark, look), inner);
}

function marked(shown: ReactNode, mark: Mark, look: Look): ReactNode {
  if (mark.type === 'strong') return <strong>{shown}</strong>;
  if (mark.type === 'em') return <em>{shown}</em>;
  if (mark.type === 'underline') return <u>{shown}</u>;
  return <span style={{ color: look.link, textDecoration: 'underline' }}>{shown}</span>;
}
