import v8 from 'node:v8';

// By default V8 lets the heap of a busy worker grow to four times its live size before a collection. The api does the same.
v8.setFlagsFromString('--heap-growing-percent=25');
