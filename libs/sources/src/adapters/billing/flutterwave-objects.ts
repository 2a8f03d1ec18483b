import type { JsonObject } from '@dundun/domain';
import { momentOf, numberOf, objectOf, textOf } from '../payload-fields.js';
import type { Reading } from './billing-table.js';
import type { Payer } from './payer.js';

/** Reads a customer of API version 3 (one name, one number) or 4 (names and numbers in parts). */
function payerOf(given: unknown, ...metadata: unknown[]): Payer {
  const customer = objectOf(given);
  const { first, middle, last } = objectOf(customer.name);
  const names = [first, middle].flatMap((name) => textOf(name) ?? []);
  const external = textOf(customer.id);
  return {
    external,
    email: customer.email,
    phone: phoneOf(customer),
    name: textOf(customer.name) ?? customer.full_name,
    firstName: names.join(' '),
    lastName: last,
    metadata: [...metadata, customer.meta],
    attributes: { flutterwave_customer_id: external },
  };
}

function phoneOf({ phone, phone_number }: JsonObject): string | undefined {
  const { country_code, number } = objectOf(phone);
  const code = textOf(country_code)?.replace(/^\+/, '');
  const local = textOf(number)?.replace(/^0/, '');
  return code && local ? `+${code}${local}` : (textOf(phone) ?? textOf(phone_number));
}

/** https://developer.flutterwave.com/docs/webhooks; all amounts are in major units. */
export function readCharge(charge: JsonObject): Reading {
  const method = objectOf(charge.payment_method);
  const card = { ...objectOf(method.card), ...objectOf(charge.card) };
  const answer = objectOf(charge.processor_response);
  return {
    payer: payerOf(charge.customer, charge.meta, charge.meta_data),
    properties: {
      amount: numberOf(charge.amount),
      amount_charged: numberOf(charge.charged_amount),
      fee: numberOf(charge.app_fee),
      currency: textOf(charge.currency),
      purpose: 'payment',
      status: textOf(charge.status),
      reason: textOf(charge.processor_response) ?? textOf(answer.type),
      description: textOf(charge.narration) ?? textOf(charge.description),
      plan: textOf(charge.payment_plan) ?? textOf(charge.plan),
      payment_method: textOf(charge.payment_type) ?? textOf(method.type),
      card_brand: textOf(card.type) ?? textOf(card.network),
      card_last4: textOf(card.last_4digits) ?? textOf(card.last4),
      reference: textOf(charge.tx_ref) ?? textOf(charge.reference),
      payment_id: textOf(charge.id),
    },
  };
}

export function readRefund(refund: JsonObject): Reading {
  return {
    payer: payerOf(refund.customer, refund.meta, refund.meta_data),
    properties: {
      amount: numberOf(refund.amount_refunded) ?? numberOf(refund.amount),
      currency: textOf(refund.currency),
      status: textOf(refund.status),
      reason: textOf(refund.reason),
      refund_id: textOf(refund.id),
      payment_id: textOf(refund.charge_id),
    },
  };
}

export function readSubscription(subscription: JsonObject): Reading {
  const plan = objectOf(subscription.plan);
  return {
    payer: payerOf(subscription.customer, subscription.meta, subscription.meta_data),
    properties: {
      amount: numberOf(subscription.amount) ?? numberOf(plan.amount),
      currency: textOf(subscription.currency) ?? textOf(plan.currency),
      status: textOf(subscription.status),
      plan: textOf(plan.id) ?? textOf(subscription.plan),
      plan_name: textOf(plan.name),
      interval: textOf(plan.interval),
      started_at: momentOf(plan.date_created ?? plan.created_at)?.toISOString(),
      subscription_id: textOf(subscription.id),
    },
  };
}
