import type { JsonObject } from '@dundun/domain';
import { listOf, momentOf, numberOf, objectOf, textOf } from '../payload-fields.js';
import type { Properties, Reading } from './billing-table.js';
import type { Payer } from './payer.js';

const momentText = (moment: unknown) => momentOf(moment)?.toISOString();

/** Reads an id, also where "webhook expansion" replaces it with the whole object. */
const idOf = (value: unknown, name: string) => textOf(value) ?? textOf(objectOf(value)[name] ?? objectOf(value).id);

/** The custom lookup key of an account was set by the integrator. */
function payerOf(account: unknown, metadata: unknown[], customer: unknown = undefined): Payer {
  const expanded = objectOf(account);
  const { first, last, email, phone } = { ...objectOf(expanded.contact), ...objectOf(customer) };
  const external = idOf(account, 'account');
  return {
    external,
    email,
    phone,
    firstName: first,
    lastName: last,
    metadata,
    reference: objectOf(expanded.lookup).custom,
    attributes: {
      fastspring_account_id: external,
      fastspring_country: textOf(expanded.country),
      fastspring_language: textOf(expanded.language),
    },
  };
}

/** https://developer.fastspring.com/reference/accountcreated */
export function readAccount(account: JsonObject): Reading {
  const payer = payerOf(account, [account.tags]);
  const attributes = { ...payer.attributes, fastspring_company: textOf(objectOf(account.contact).company) };
  return { payer: { ...payer, attributes, isRecord: true } };
}

/** https://developer.fastspring.com/reference/ordercompleted; all amounts are in major units. */
export function readOrder(order: JsonObject): Reading {
  const payment = objectOf(order.payment);
  return {
    payer: payerOf(order.account, [order.tags], order.customer),
    properties: {
      ...itemOf(objectOf(listOf(order.items)[0])),
      amount: numberOf(order.total),
      tax: numberOf(order.tax),
      discount: numberOf(order.discount),
      currency: textOf(order.currency),
      purpose: 'order',
      reason: textOf(order.reason),
      payment_method: textOf(payment.type),
      card_last4: textOf(payment.cardEnding),
      reference: textOf(order.reference),
      order_id: idOf(order, 'order'),
      invoice_url: textOf(order.invoiceUrl),
    },
  };
}

/** https://developer.fastspring.com/reference/returncreated */
export function readReturn(returned: JsonObject): Reading {
  const original = objectOf(returned.original);
  const account = returned.account ?? original.account;
  return {
    payer: payerOf(account, [returned.tags, original.tags], returned.customer ?? original.customer),
    properties: {
      amount: numberOf(returned.totalReturn),
      currency: textOf(returned.currency) ?? textOf(original.currency),
      reason: textOf(returned.reason),
      refund_id: idOf(returned, 'return'),
      reference: textOf(returned.reference),
      order_id: idOf(returned.original, 'order'),
    },
  };
}

/** https://developer.fastspring.com/docs/subscriptions-1 */
export function readSubscription(subscription: JsonObject): Reading {
  return {
    payer: payerOf(subscription.account, [subscription.tags]),
    properties: subscriptionOf(subscription),
  };
}

/** An attempt to charge for a subscription. */
export function readCharge(charge: JsonObject): Reading {
  const subscription = objectOf(charge.subscription);
  const order = objectOf(charge.order);
  const due = subscriptionOf(subscription);
  return {
    payer: payerOf(charge.account ?? subscription.account, [charge.tags, order.tags, subscription.tags]),
    properties: {
      ...due,
      amount: numberOf(charge.total) ?? due.amount,
      currency: textOf(charge.currency) ?? due.currency,
      purpose: 'renewal',
      reason: textOf(charge.reason),
      order_id: idOf(charge.order, 'order'),
      reference: textOf(order.reference),
      subscription_id: idOf(charge.subscription, 'subscription'),
    },
  };
}

function subscriptionOf(subscription: JsonObject): Properties {
  return {
    ...itemOf(subscription),
    amount: numberOf(subscription.subtotal) ?? numberOf(subscription.price),
    currency: textOf(subscription.currency),
    status: textOf(subscription.state),
    interval: textOf(subscription.intervalUnit),
    interval_count: numberOf(subscription.intervalLength),
    next_payment_at: momentText(subscription.next),
    canceled_at: momentText(subscription.canceledDate),
    ends_at: momentText(subscription.deactivationDate ?? subscription.end),
    subscription_id: idOf(subscription, 'subscription'),
  };
}

function itemOf(item: JsonObject): Properties {
  const product = objectOf(item.product);
  const display = item.display ?? product.display;
  return {
    plan: idOf(item.product, 'product'),
    plan_name: textOf(display) ?? textOf(objectOf(display).en),
    sku: textOf(item.sku) ?? textOf(product.sku),
    quantity: numberOf(item.quantity),
    subscription_id: idOf(item.subscription, 'subscription'),
  };
}
