import type { JsonObject } from '@dundun/domain';
import { majorUnits } from '../money.js';
import { listOf, momentOf, numberOf, objectOf, textOf } from '../payload-fields.js';
import type { Properties, Reading } from './billing-table.js';
import type { Payer } from './payer.js';

const momentText = (moment: unknown) => momentOf(moment)?.toISOString();

function payerOf(customer: unknown, rest: Omit<Payer, 'external' | 'attributes'>): Payer {
  const external = textOf(customer);
  return { ...rest, external, attributes: { paddle_customer_id: external } };
}

/** https://developer.paddle.com/api-reference/customers/overview */
export function readCustomer({ id, email, name, locale, marketing_consent, custom_data }: JsonObject): Reading {
  const payer = payerOf(id, { isRecord: true, email, name, metadata: [custom_data] });
  const attributes = {
    ...payer.attributes,
    paddle_locale: textOf(locale),
    paddle_marketing_consent: typeof marketing_consent === 'boolean' ? marketing_consent : undefined,
  };
  return { payer: { ...payer, attributes } };
}

/** https://developer.paddle.com/api-reference/transactions/overview */
export function readTransaction(transaction: JsonObject): Reading {
  const { totals } = objectOf(transaction.details);
  const { total, grand_total, tax, discount, fee } = objectOf(totals);
  const payments = listOf(transaction.payments).map(objectOf);
  const last = payments[0] ?? {};
  const method = objectOf(last.method_details);
  const card = objectOf(method.card);
  const amount = (minor: unknown) => majorUnits(minor, transaction.currency_code);
  return {
    payer: payerOf(transaction.customer_id, { metadata: [transaction.custom_data] }),
    properties: {
      ...planOf(objectOf(listOf(transaction.items)[0])),
      amount: amount(grand_total ?? total),
      tax: amount(tax),
      discount: amount(discount),
      fee: amount(fee),
      currency: textOf(transaction.currency_code),
      purpose: transaction.origin === 'subscription_recurring' ? 'renewal' : 'payment',
      status: textOf(transaction.status),
      failure_code: textOf(last.error_code),
      payment_method: textOf(method.type),
      card_brand: textOf(card.type),
      card_last4: textOf(card.last4),
      period_start: momentText(objectOf(transaction.billing_period).starts_at),
      period_end: momentText(objectOf(transaction.billing_period).ends_at),
      payment_id: textOf(transaction.id),
      invoice_id: textOf(transaction.invoice_id),
      invoice_number: textOf(transaction.invoice_number),
      subscription_id: textOf(transaction.subscription_id),
      checkout_url: textOf(objectOf(transaction.checkout).url),
    },
  };
}

/** https://developer.paddle.com/api-reference/subscriptions/overview */
export function readSubscription(subscription: JsonObject): Reading {
  const item = objectOf(listOf(subscription.items)[0]);
  const change = objectOf(subscription.scheduled_change);
  const { starts_at, ends_at } = objectOf(subscription.current_billing_period);
  const { interval, frequency } = objectOf(subscription.billing_cycle);
  return {
    payer: payerOf(subscription.customer_id, { metadata: [subscription.custom_data] }),
    properties: {
      ...planOf(item),
      interval: textOf(interval),
      interval_count: numberOf(frequency),
      status: textOf(subscription.status),
      trial_end: momentText(objectOf(item.trial_dates).ends_at),
      period_start: momentText(starts_at),
      period_end: momentText(ends_at),
      next_payment_at: momentText(subscription.next_billed_at),
      canceled_at: momentText(subscription.canceled_at),
      scheduled_change: textOf(change.action),
      scheduled_at: momentText(change.effective_at),
      subscription_id: textOf(subscription.id),
    },
  };
}

/** https://developer.paddle.com/api-reference/adjustments/overview */
export function readAdjustment(adjustment: JsonObject): Reading {
  return {
    payer: payerOf(adjustment.customer_id, { metadata: [] }),
    properties: {
      amount: majorUnits(objectOf(adjustment.totals).total, adjustment.currency_code),
      currency: textOf(adjustment.currency_code),
      reason: textOf(adjustment.reason),
      refund_id: textOf(adjustment.id),
      payment_id: textOf(adjustment.transaction_id),
      subscription_id: textOf(adjustment.subscription_id),
    },
  };
}

/** The first line item. */
function planOf(item: JsonObject): Properties {
  const price = objectOf(item.price);
  const { amount, currency_code } = objectOf(price.unit_price);
  const product = objectOf(item.product);
  const cycle = objectOf(price.billing_cycle);
  const quantity = numberOf(item.quantity);
  const unit = numberOf(amount);
  return {
    amount: majorUnits(unit === undefined ? undefined : unit * (quantity ?? 1), currency_code),
    currency: textOf(currency_code),
    plan: textOf(price.id) ?? textOf(item.price_id),
    plan_name: textOf(price.name) ?? textOf(product.name) ?? textOf(price.description),
    product: textOf(price.product_id),
    interval: textOf(cycle.interval),
    interval_count: numberOf(cycle.frequency),
    quantity,
  };
}
