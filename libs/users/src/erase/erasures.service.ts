import { Injectable } from '@nestjs/common';

/** Whoever is erased: what was stored until then under these uids is theirs. Somebody new may have one of them by now. */
export interface Erased {
  workspaceId: number;
  uids: string[];
  before: Date;
}

/** Erases a chunk, in the open transaction; it may be called again at any time. @returns how many rows there were */
export type ErasureStep = (erased: Erased) => Promise<number>;

/** What features above have to forget with a person. */
@Injectable()
export class Erasures {
  private readonly steps: ErasureStep[] = [];

  onErase(step: ErasureStep): void {
    this.steps.push(step);
  }

  async chunk(erased: Erased): Promise<number> {
    let rows = 0;
    for (const step of this.steps) rows += await step(erased);
    return rows;
  }
}
