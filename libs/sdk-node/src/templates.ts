import type { Http } from './http.js';
import type { PageQuery } from './lists.js';
import { everyRow, type Page } from './pages.js';
import { path } from './path.js';
import type {
  AcceptedMessage,
  NewTemplate,
  RenderedTemplate,
  Status,
  Template,
  TemplateChanges,
  TemplatePreviewInput,
  TemplateSummary,
  TemplateTest,
  TemplateVersion,
} from './wire.js';

/** Templates of email. */
export class Templates {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  create(template: NewTemplate): Promise<Template> {
    return this.#http.request('POST', '/console/templates', { body: template });
  }

  get(id: string): Promise<Template> {
    return this.#http.request('GET', path`/console/templates/${id}`);
  }

  /** Makes a new version: omitted fields stay, null clears. */
  update(id: string, changes: TemplateChanges): Promise<Template> {
    return this.#http.request('PUT', path`/console/templates/${id}`, { body: changes });
  }

  archive(id: string): Promise<Status> {
    return this.#http.request('DELETE', path`/console/templates/${id}`);
  }

  /** Returns one page, newest first. */
  page(query: PageQuery = {}): Promise<Page<TemplateSummary>> {
    return this.#http.request('GET', '/console/templates', { query: { ...query } });
  }

  /** Iterates over all templates, newest first. */
  all(): AsyncGenerator<TemplateSummary> {
    return everyRow(this.#http, '/console/templates');
  }

  /** Returns the versions, newest first. */
  async versions(id: string): Promise<TemplateVersion[]> {
    const { data } = await this.#http.request<{ data: TemplateVersion[] }>(
      'GET',
      path`/console/templates/${id}/versions`,
    );
    return data;
  }

  /** Makes the content of an earlier version the current one. */
  rollback(id: string, version: number): Promise<Template> {
    return this.#http.request('POST', path`/console/templates/${id}/rollback`, { body: { version } });
  }

  /** Renders a template with variables and sends nothing. */
  preview(id: string, input: TemplatePreviewInput = {}): Promise<RenderedTemplate> {
    return this.#http.request('POST', path`/console/templates/${id}/preview`, { body: input });
  }

  /** Sends a test. It counts like any other send. */
  test(id: string, test: TemplateTest): Promise<AcceptedMessage> {
    return this.#http.request('POST', path`/console/templates/${id}/test`, { body: test });
  }
}
