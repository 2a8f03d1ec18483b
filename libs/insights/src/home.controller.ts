import { Controller, Inject } from '@nestjs/common';
import { HomeView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { Home } from './home.service.js';

/** Shows what happens in a workspace. */
@Controller()
export class HomeController {
  constructor(@Inject(Home) private readonly home: Home) {}

  @Endpoint('GET /console/home', {
    tag: 'Console',
    summary: 'Show the numbers of the last thirty days',
    description:
      'By day of the workspace, oldest first, the last one today. Numbers of messages belong to the day of the hand-over and change ' +
      'with later reports. They are about a second behind.',
    access: 'console',
    role: 'viewer',
    returns: HomeView,
  })
  show(@CurrentCaller() { workspaceId }: Caller): Promise<HomeView> {
    return this.home.view(workspaceId);
  }
}
