import type { JsonObject } from '@dundun/domain';
import { majorUnits } from '../money.js';
import { listOf, momentOfSeconds, numberOf, objectOf, textOf } from '../payload-fields.js';
import type { Properties, Reading } from './billing-table.js';
import type { Payer } from './payer.js';

/** Stripe's exceptions from ISO 4217, https://docs.stripe.com/currencies#special-cases */
const EXCEPTIONS = { ISK: 2, UGX: 2, MGA: 0 };

const amountOf = (minor: unknown, currency: unknown) => majorUnits(minor, currency, EXCEPTIONS);
const currencyOf = (currency: unknown) => textOf(currency)?.toUpperCase();
const momentText = (seconds: unknown) => momentOfSeconds(seconds)?.toISOString();

/** Reads an id, also from an expanded object. */
const idOf = (value: unknown) => textOf(value) ?? textOf(objectOf(value).id);

function payerOf(customer: unknown, rest: Omit<Payer, 'external' | 'attributes'>): Payer {
  const external = idOf(customer);
  return { ...rest, external, attributes: { stripe_customer_id: external } };
}

/** https://docs.stripe.com/api/customers/object */
export function readCustomer({ id, email, phone, name, ...customer }: JsonObject): Reading {
  const payer = payerOf(id, { isRecord: true, email, phone, name, metadata: [customer.metadata] });
  const attributes = {
    ...payer.attributes,
    stripe_currency: currencyOf(customer.currency),
    stripe_country: textOf(objectOf(customer.address).country),
    stripe_delinquent: typeof customer.delinquent === 'boolean' ? customer.delinquent : undefined,
  };
  return { payer: { ...payer, attributes } };
}

/** https://docs.stripe.com/api/invoices/object */
export function readInvoice(invoice: JsonObject): Reading {
  const parent = objectOf(objectOf(invoice.parent).subscription_details);
  const former = objectOf(invoice.subscription_details);
  const line = objectOf(listOf(objectOf(invoice.lines).data)[0]);
  const amount = (minor: unknown) => amountOf(minor, invoice.currency);
  return {
    payer: payerOf(invoice.customer, {
      email: invoice.customer_email,
      phone: invoice.customer_phone,
      name: invoice.customer_name,
      metadata: [invoice.metadata, parent.metadata, former.metadata, line.metadata],
    }),
    properties: {
      ...planOf(line),
      amount: amount(invoice.total),
      amount_due: amount(invoice.amount_due),
      amount_paid: amount(invoice.amount_paid),
      amount_remaining: amount(invoice.amount_remaining),
      currency: currencyOf(invoice.currency),
      status: textOf(invoice.status),
      reason: textOf(invoice.billing_reason),
      attempts: numberOf(invoice.attempt_count),
      due_at: momentText(invoice.due_date),
      next_attempt_at: momentText(invoice.next_payment_attempt),
      period_start: momentText(objectOf(line.period).start),
      period_end: momentText(objectOf(line.period).end),
      invoice_id: textOf(invoice.id),
      invoice_number: textOf(invoice.number),
      invoice_url: textOf(invoice.hosted_invoice_url),
      subscription_id: idOf(parent.subscription) ?? idOf(invoice.subscription),
    },
  };
}

/** https://docs.stripe.com/api/charges/object */
export function readCharge(charge: JsonObject): Reading {
  const { email, phone, name } = objectOf(charge.billing_details);
  const method = objectOf(charge.payment_method_details);
  const card = objectOf(method.card);
  return {
    payer: payerOf(charge.customer, { email: email ?? charge.receipt_email, phone, name, metadata: [charge.metadata] }),
    properties: {
      amount: amountOf(charge.amount, charge.currency),
      currency: currencyOf(charge.currency),
      description: textOf(charge.description),
      reason: textOf(charge.failure_message),
      failure_code: textOf(charge.failure_code),
      payment_method: textOf(method.type),
      card_brand: textOf(card.brand),
      card_last4: textOf(card.last4),
      charge_id: textOf(charge.id),
      payment_id: idOf(charge.payment_intent),
      invoice_id: idOf(charge.invoice),
      receipt_url: textOf(charge.receipt_url),
    },
  };
}

/** A refunded charge; the amount is everything refunded so far. */
export function readRefunded(charge: JsonObject): Reading {
  const { payer, properties } = readCharge(charge);
  const amount = amountOf(charge.amount_refunded, charge.currency);
  return { payer, properties: { ...properties, amount, amount_charged: properties?.amount } };
}

/** https://docs.stripe.com/api/subscriptions/object */
export function readSubscription(subscription: JsonObject): Reading {
  const item = objectOf(listOf(objectOf(subscription.items).data)[0]);
  const ended = objectOf(subscription.cancellation_details);
  return {
    payer: payerOf(subscription.customer, { metadata: [subscription.metadata] }),
    properties: {
      ...planOf(item),
      status: textOf(subscription.status),
      trial_end: momentText(subscription.trial_end),
      period_start: momentText(item.current_period_start ?? subscription.current_period_start),
      period_end: momentText(item.current_period_end ?? subscription.current_period_end),
      cancel_at: momentText(subscription.cancel_at),
      canceled_at: momentText(subscription.canceled_at),
      reason: textOf(ended.reason),
      feedback: textOf(ended.feedback),
      subscription_id: textOf(subscription.id),
    },
  };
}

/** https://docs.stripe.com/api/checkout/sessions/object */
export function readCheckout(session: JsonObject): Reading {
  const { email, phone, name } = objectOf(session.customer_details);
  const recovery = objectOf(objectOf(session.after_expiration).recovery);
  return {
    payer: payerOf(session.customer, {
      email: email ?? session.customer_email,
      phone,
      name,
      metadata: [session.metadata],
      reference: session.client_reference_id,
    }),
    properties: {
      amount: amountOf(session.amount_total, session.currency),
      currency: currencyOf(session.currency),
      mode: textOf(session.mode),
      payment_status: textOf(session.payment_status),
      recovery_url: textOf(recovery.url),
      checkout_id: textOf(session.id),
      payment_id: idOf(session.payment_intent),
      subscription_id: idOf(session.subscription),
    },
  };
}

/** https://docs.stripe.com/api/cards/object, and the older sources. */
export function readCard(source: JsonObject): Reading {
  const card = { ...source, ...objectOf(source.card) };
  const { email, phone, name } = objectOf(source.owner);
  return {
    payer: payerOf(source.customer, { email, phone, name: name ?? source.name, metadata: [source.metadata] }),
    properties: {
      card_brand: textOf(card.brand),
      card_last4: textOf(card.last4),
      expires_month: numberOf(card.exp_month),
      expires_year: numberOf(card.exp_year),
      card_id: textOf(source.id),
    },
  };
}

/** The plan of a subscription item or an invoice line, in the forms of the different versions of Stripe's API. */
function planOf(item: JsonObject): Properties {
  const details = objectOf(objectOf(item.pricing).price_details);
  const price = { ...objectOf(item.plan), ...objectOf(item.price) };
  const recurring = { ...price, ...objectOf(price.recurring) };
  const unit = numberOf(price.unit_amount ?? price.amount);
  const quantity = numberOf(item.quantity);
  return {
    amount: amountOf(unit === undefined ? undefined : unit * (quantity ?? 1), price.currency),
    currency: currencyOf(price.currency),
    plan: textOf(price.id) ?? idOf(details.price),
    plan_name: textOf(price.nickname) ?? textOf(price.lookup_key) ?? textOf(item.description),
    product: idOf(price.product) ?? idOf(details.product),
    interval: textOf(recurring.interval),
    interval_count: numberOf(recurring.interval_count),
    quantity,
  };
}
