import type { IntegrationView, ProviderView } from './queries';

/** Returns the title of an account: its own name if it has one, else the provider's. */
export function titleOf({ name, provider }: IntegrationView, providers: ProviderView[]): string {
  return name ?? providers.find((each) => each.name === provider)?.title ?? provider;
}
