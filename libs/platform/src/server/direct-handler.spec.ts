import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Body, Controller, Headers, Param, ParseIntPipe, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller } from '../http/caller.js';
import { directHandler } from './direct-handler.js';

@Controller()
class Good {
  async handle(@Param('id') id: string, @Body() body: object, @CurrentCaller() caller: object): Promise<unknown> {
    return { id, body, caller };
  }

  async fails(): Promise<unknown> {
    throw new SyntaxError('a bug of ours');
  }
}

@Controller()
class Bad {
  async header(@Headers('x') x: string) {
    return x;
  }

  async piped(@Param('id', ParseIntPipe) id: number) {
    return id;
  }

  @UseGuards(class {})
  async guarded() {}
}

const request = { body: { a: 1 }, params: { id: 'x' }, caller: { workspaceId: 1 } } as unknown as FastifyRequest;
const reply = {} as FastifyReply;
const handlerOf = (controller: new () => object, method: string, readInput = () => undefined as void) =>
  directHandler({ controller, method }, readInput, () => new controller());

describe('directHandler', () => {
  it('passes each parameter what its decorator reads', async () => {
    expect(await handlerOf(Good, 'handle')(request, reply)).toEqual({
      id: 'x',
      body: { a: 1 },
      caller: { workspaceId: 1 },
    });
  });

  it('checks the input first and fails with its error', async () => {
    const wrong = new Error('wrong input');
    const handler = handlerOf(Good, 'handle', () => {
      throw wrong;
    });
    await expect(handler(request, reply)).rejects.toBe(wrong);
  });

  it('does not take a bug for a malformed body', async () => {
    await expect(handlerOf(Good, 'fails')(request, reply)).rejects.toMatchObject({ message: 'a handler failed' });
  });

  it.each(['header', 'piped', 'guarded'])("refuses at boot what only Nest's router would run: %s", (method) => {
    expect(() => handlerOf(Bad, method)).toThrow(/Nest’s router|Nest's router/);
  });
});
