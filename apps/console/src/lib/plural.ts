import { count } from './format';

export const plural = (number: number, one: string, many: string) => `${count(number)} ${number === 1 ? one : many}`;
