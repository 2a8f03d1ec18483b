import type { IntegrationView, ProviderView } from './queries';

/** How an account is called: its own name first. */
export function titleOf({ name, provider }: IntegrationView, providers: ProviderView[]): string {
  return name ?? providers.find((each) => each.name === provider)?.title ?? provider;
}
