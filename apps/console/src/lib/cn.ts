import { clsx, type ClassValue } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Class names, of which a later one wins over an earlier one that sets the same. */
export const cn = (...classes: ClassValue[]) => twMerge(clsx(classes));
