import { describe, expect, it } from '@jest/globals';
import { MailQueue } from './mail-queue.js';
import { QueuedMail } from './queued-mail.js';

const NOW = 1_000;
const aQueued = (name: string, { isUrgent = false, endsAt = 2 * NOW } = {}) =>
  new QueuedMail({ from: 'shop@sender.test', to: [name] }, () => Buffer.alloc(0), endsAt, { isUrgent });
const namesOf = (mails: QueuedMail[]) => mails.map(({ envelope }) => envelope.to[0]);

/** Builds a queue of two urgent mails and two others, in which the others arrived first. */
function aQueue() {
  const queue = new MailQueue();
  const mails = [aQueued('news 1'), aQueued('news 2'), aQueued('code 1', { isUrgent: true }), aQueued('code 2', { isUrgent: true })] as const; // prettier-ignore
  for (const mail of mails) queue.push(mail);
  return { queue, mails };
}

describe('MailQueue', () => {
  it('gives urgent mails before all others, and both in order of arrival', () => {
    const { queue } = aQueue();
    expect(queue.first?.envelope.to).toEqual(['code 1']);
    expect(namesOf(queue.takeAll())).toEqual(['code 1', 'code 2', 'news 1', 'news 2']);
    expect(queue.shift()).toBeUndefined();
  });

  it('gives a mail that is put back before the others of its kind', () => {
    const { queue } = aQueue();
    queue.putBack(aQueued('news 0'));
    queue.putBack(aQueued('code 0', { isUrgent: true }));
    expect(namesOf(queue.takeAll())).toEqual(['code 0', 'code 1', 'code 2', 'news 0', 'news 1', 'news 2']);
  });

  it('lets go of a mail that is withdrawn', () => {
    const { queue, mails } = aQueue();
    expect([queue.withdraw(mails[0]), queue.withdraw(mails[0])]).toEqual([true, false]);
    expect(namesOf(queue.takeAll())).toEqual(['code 1', 'code 2', 'news 2']);
  });

  it('finds mails whose call has ended behind urgent ones that go on', () => {
    const queue = new MailQueue();
    expect(queue.endsAt).toBe(Infinity);
    queue.push(aQueued('late', { endsAt: NOW }));
    queue.push(aQueued('in time'));
    queue.push(aQueued('code', { isUrgent: true }));
    expect(queue.endsAt).toBe(NOW);
    expect(namesOf(queue.takeEnded(NOW))).toEqual(['late']);
    expect(namesOf(queue.takeAll())).toEqual(['code', 'in time']);
  });
});
