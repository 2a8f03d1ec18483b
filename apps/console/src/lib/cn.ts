import { clsx, type ClassValue } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; a later one overrides an earlier one that sets the same property. */
export const cn = (...classes: ClassValue[]) => twMerge(clsx(classes));
