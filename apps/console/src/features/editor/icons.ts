import type { BlockKind } from '@dundun/domain/mail-design';
import {
  Columns2,
  Heading,
  ImageIcon,
  MousePointerClick,
  Minus,
  PanelBottom,
  Quote,
  Share2,
  ShoppingBag,
  Stamp,
  UnfoldVertical,
  Type,
  type LucideIcon,
} from 'lucide-react';

export const ICONS: Record<BlockKind, LucideIcon> = {
  logo: Stamp,
  heading: Heading,
  text: Type,
  button: MousePointerClick,
  image: ImageIcon,
  columns: Columns2,
  product: ShoppingBag,
  quote: Quote,
  social: Share2,
  divider: Minus,
  spacer: UnfoldVertical,
  footer: PanelBottom,
};
