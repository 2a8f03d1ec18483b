import v8 from 'node:v8';

// By default V8 lets the heap of a busy api grow to four times its live size before a collection. `--optimize-for-size` keeps the
// heap smaller still, but halves the throughput, because it optimizes less code.
v8.setFlagsFromString('--heap-growing-percent=25');
