import { Controller, Inject, Param, Query } from '@nestjs/common';
import { ConsentPage, ConsentsQuery, ListFormView, type ConsentView } from '@dundun/contracts';
import { CONSENT_CHANNELS, UnknownPersonError } from '@dundun/domain';
import { Lists } from '@dundun/lists';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { ConsentLedger, type ConsentRow } from '../consents/consent-ledger.repository.js';
import { ListForms } from './list-forms.service.js';
import { ListAccess, People } from '@dundun/people';

/** Shows the console the ledger of consents and the subscribe forms. */
@Controller()
export class ConsentsController {
  constructor(
    @Inject(People) private readonly people: People,
    @Inject(ConsentLedger) private readonly ledger: ConsentLedger,
    @Inject(ListAccess) private readonly access: ListAccess,
    @Inject(Cursors) private readonly cursors: Cursors,
    @Inject(Lists) private readonly lists: Lists,
    @Inject(ListForms) private readonly forms: ListForms,
  ) {}

  @Endpoint('GET /console/people/:uid/consents', {
    tag: 'Console',
    summary: 'Read what a person agreed to and declined',
    description: 'The evidence of every step on every list, and of STOP and START, newest first.',
    access: 'console',
    role: 'viewer',
    limited: 'filtered',
    returns: ConsentPage,
    refuses: ['unknown'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Query() query: ConsentsQuery,
  ): Promise<ConsentPage> {
    const { workspaceId, lists } = caller;
    await this.access.checkPerson(caller, uid);
    const person = await this.people.findByUid(workspaceId, uid);
    if (!person) throw new UnknownPersonError();
    const scope = `consents ${workspaceId} ${person.id}`;
    const page = await this.ledger.page(workspaceId, person.id, this.cursors.read(query, scope), lists);
    return this.cursors.view(page, scope, presentConsent);
  }

  @Endpoint('GET /console/lists/:id/form', {
    tag: 'Console',
    summary: 'Get the subscribe form of a list',
    description: 'The address of the hosted form, and markup that leads to it from a web page.',
    access: 'console',
    role: 'viewer',
    limited: 'list',
    returns: ListFormView,
    refuses: ['unknown'],
  })
  async form(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ListFormView> {
    const list = await this.lists.find(workspaceId, id);
    return { url: this.forms.urlOf(list), html: this.forms.snippetOf(list) };
  }
}

const presentConsent = (row: ConsentRow): ConsentView => ({
  list: row.list_id === null ? null : { id: row.list_id, title: row.list_title ?? '' },
  action: row.action,
  method: row.method,
  channels: row.channels ?? [...CONSENT_CHANNELS],
  address: row.address,
  ip: row.ip,
  user_agent: row.user_agent,
  request_id: row.request_id,
  text_shown: row.text_shown,
  text_said: row.text_said,
  at: row.at.toISOString(),
});
