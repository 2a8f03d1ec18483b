import type { JsonObject } from '@dundun/domain';
import { majorUnits } from '../money.js';
import { momentOf, numberOf, objectOf, textOf } from '../payload-fields.js';
import type { Properties, Reading } from './billing-table.js';
import { metadataOf, type Payer } from './payer.js';

/** Paystack multiplies every amount by 100, even in currencies without minor units. */
const EXCEPTIONS = { XOF: 2, RWF: 2 };

const amountOf = (minor: unknown, currency: unknown) => majorUnits(minor, currency, EXCEPTIONS);
const currencyOf = (currency: unknown) => textOf(currency)?.toUpperCase();
const momentText = (moment: unknown) => momentOf(moment)?.toISOString();

function payerOf(customer: unknown, ...metadata: unknown[]): Payer {
  const { customer_code, email, phone, first_name, last_name, metadata: own } = objectOf(customer);
  const external = textOf(customer_code);
  return {
    external,
    email,
    phone,
    firstName: first_name,
    lastName: last_name,
    metadata: [...metadata, own],
    attributes: { paystack_customer_code: external },
  };
}

/** The purpose of a payment: `renewal` of a plan, `order` from a storefront, or `payment`. */
function purposeOf(charge: JsonObject): string {
  if (textOf(metadataOf(charge.metadata).invoice_action) !== undefined) return 'renewal';
  const { source, type } = objectOf(charge.source);
  const isOrder = textOf(charge.order_id) !== undefined || source === 'storefront' || type === 'storefront';
  return isOrder ? 'order' : 'payment';
}

/** https://paystack.com/docs/payments/webhooks/#types-of-events, for this and the following objects. */
export function readCharge(charge: JsonObject): Reading {
  const card = objectOf(charge.authorization);
  return {
    payer: payerOf(charge.customer, charge.metadata),
    properties: {
      ...planOf(charge.plan_object ?? charge.plan),
      amount: amountOf(charge.amount, charge.currency),
      fee: amountOf(charge.fees, charge.currency),
      currency: currencyOf(charge.currency),
      purpose: purposeOf(charge),
      payment_method: textOf(charge.channel),
      card_brand: textOf(card.brand),
      card_last4: textOf(card.last4),
      reference: textOf(charge.reference),
      payment_id: textOf(charge.id),
      order_id: textOf(charge.order_id),
    },
  };
}

export function readSubscription(subscription: JsonObject): Reading {
  const plan = planOf(subscription.plan);
  return {
    payer: payerOf(subscription.customer),
    properties: {
      ...plan,
      amount: amountOf(subscription.amount, plan.currency),
      status: textOf(subscription.status),
      next_payment_at: momentText(subscription.next_payment_date),
      subscription_id: textOf(subscription.subscription_code),
    },
  };
}

export function readInvoice(invoice: JsonObject): Reading {
  const transaction = objectOf(invoice.transaction);
  const subscription = objectOf(invoice.subscription);
  const currency = invoice.currency ?? transaction.currency;
  return {
    payer: payerOf(invoice.customer, invoice.metadata),
    properties: {
      amount: amountOf(invoice.amount, currency),
      currency: currencyOf(currency),
      status: textOf(invoice.status),
      period_start: momentText(invoice.period_start),
      period_end: momentText(invoice.period_end),
      next_payment_at: momentText(subscription.next_payment_date),
      reference: textOf(transaction.reference),
      invoice_id: textOf(invoice.invoice_code),
      subscription_id: textOf(subscription.subscription_code),
    },
  };
}

export function readIdentification(check: JsonObject): Reading {
  const { country, type } = objectOf(check.identification);
  return {
    payer: payerOf(check),
    properties: { country: textOf(country), identification: textOf(type), reason: textOf(check.reason) },
  };
}

export function readRefund(refund: JsonObject): Reading {
  return {
    payer: payerOf(refund.customer),
    properties: {
      amount: amountOf(refund.amount, refund.currency),
      currency: currencyOf(refund.currency),
      status: textOf(refund.status),
      reference: textOf(refund.transaction_reference),
      refund_id: textOf(refund.refund_reference) ?? textOf(refund.id),
    },
  };
}

export function readDispute(dispute: JsonObject): Reading {
  const transaction = objectOf(dispute.transaction);
  const currency = dispute.currency ?? transaction.currency;
  return {
    payer: payerOf(dispute.customer, transaction.metadata),
    properties: {
      amount: amountOf(dispute.refund_amount ?? transaction.amount, currency),
      currency: currencyOf(currency),
      status: textOf(dispute.status),
      reason: textOf(dispute.category),
      due_at: momentText(dispute.due_at ?? dispute.dueAt),
      reference: textOf(transaction.reference),
      dispute_id: textOf(dispute.id),
    },
  };
}

/** One card of the monthly list of expiring cards. */
export function readExpiringCard(card: JsonObject): Reading {
  const subscription = objectOf(card.subscription);
  return {
    payer: payerOf(card.customer),
    properties: {
      ...planOf(subscription.plan),
      amount: undefined,
      expires: textOf(card.expiry_date),
      card_brand: textOf(card.brand),
      card: textOf(card.description),
      next_payment_at: momentText(subscription.next_payment_date),
      subscription_id: textOf(subscription.subscription_code),
    },
  };
}

function planOf(given: unknown): Properties {
  const plan = objectOf(given);
  return {
    plan: textOf(plan.plan_code) ?? textOf(given),
    plan_name: textOf(plan.name),
    interval: textOf(plan.interval),
    amount: amountOf(plan.amount, plan.currency),
    currency: currencyOf(plan.currency),
    invoice_limit: numberOf(plan.invoice_limit) || undefined,
  };
}
