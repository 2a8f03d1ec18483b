import { clsx, type ClassValue } from 'clsx';

/** Joins class names. A class that has to win over one of the component's own ends in `!`. */
export const cn = (...classes: ClassValue[]) => clsx(classes);
