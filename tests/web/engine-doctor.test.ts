/** The tensor doctor through the published package: real files, a search, and the programs that it hands out. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDoctor } from 'attention-lesson/doctor';
import { createEngine } from 'attention-lesson/engine';
import { expect, test } from 'vitest';
import { exampleOf } from '../../web/elements/lesson/doctor/examples.ts';
import { markdownOf, verdictWords } from '../../web/elements/lesson/doctor/report.ts';
import { numpyOf, pytorchOf } from '../../web/elements/lesson/doctor/reproduction.ts';
import { printed } from './figure-programs.ts';

const FILES = join(import.meta.dirname, '../fixtures/tensors');
const expected = JSON.parse(readFileSync(join(FILES, 'expected.json'), 'utf8')) as Record<
  string,
  { name: string; shape: number[]; dtype: string; numbers: (number | string)[] }[]
>;
const doctor = await createDoctor();
const engine = await createEngine();

const read = (name: string) => new Uint8Array(readFileSync(join(FILES, name)));

/** The examples of the figure, searched. */
async function searched(which: 'scale' | 'mask' | 'rotary' | 'none') {
  await doctor.clear();
  const tensors = await doctor.add('example.json', exampleOf(engine, which));
  const roles = tensors.map(({ role }) => role);
  const shares: number[] = [];
  const judgement = await doctor.search({ roles }, { onProgress: (share) => shares.push(share) });
  expect([...shares].sort((a, b) => a - b)).toEqual(shares);
  expect(shares.at(-1)).toBe(1);
  return { tensors, roles, judgement };
}

test.each(Object.keys(expected))('%s: as NumPy and PyTorch have it', async (name) => {
  await doctor.clear();
  const tensors = await doctor.add(name, read(name));
  expect(tensors.map(({ name: one, shape, dtype }) => ({ name: one, shape, dtype }))).toEqual(
    expected[name]?.map(({ name: one, shape, dtype }) => ({ name: one, shape, dtype })),
  );
  for (const [tensor, { numbers, shape }] of expected[name]?.entries() ?? []) {
    if (numbers.length === 0) continue;
    const { data } = await doctor.window({ tensor });
    const plane = (shape.at(-1) ?? 1) * (shape.at(-2) ?? 1);
    const wanted = numbers.slice(0, plane).map((one) => {
      if (typeof one === 'number') return one;
      return one === 'nan' ? Number.NaN : one === 'inf' ? Infinity : -Infinity;
    });
    expect(Array.from(data)).toEqual(wanted);
  }
});

test('a packed file that is damaged, or unfolds to more, leaves what was there', async () => {
  await doctor.clear();
  await doctor.add('q.npy', read('f8.npy'));
  const file = read('deflated.npz');
  const view = new DataView(file.buffer);
  const data = 30 + view.getUint16(26, true) + view.getUint16(28, true);
  const damaged = file.slice();
  damaged[data + 40] = (file[data + 40] ?? 0) ^ 0xff;
  await expect(doctor.add('damaged.npz', damaged)).rejects.toMatchObject({ code: 'zip-damaged' });
  // The directory says less than comes out.
  const bomb = file.slice();
  const directory = Buffer.from(bomb).lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
  bomb[directory + 24] = 10;
  await expect(doctor.add('bomb.npz', bomb)).rejects.toMatchObject({ code: 'zip-damaged' });
  await expect(doctor.add('x.pt', read('checkpoint.pt'))).rejects.toMatchObject({
    code: 'zip-pickle',
  });
  expect((await doctor.add('k.npy', read('f4.npy'))).map(({ name }) => name)).toEqual(['q', 'k']);
});

test('no more than 64 MiB, in one file or in all', async () => {
  await doctor.clear();
  await expect(doctor.add('x', new Uint8Array(2 ** 27))).rejects.toMatchObject({
    code: 'file-too-large',
  });
  const header = "{'descr': '|u1', 'fortran_order': False, 'shape': (50000000,), }\n";
  const half = new Uint8Array(10 + header.length + 50_000_000);
  half.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
  half.set(new TextEncoder().encode(header), 10);
  await doctor.add('x.npy', half);
  await expect(doctor.add('y.npy', half)).rejects.toMatchObject({ code: 'files-too-large' });
  await doctor.clear();
});

test('a file of the device: read where it is computed, refused before it is read, or not given', async () => {
  await doctor.clear();
  const tensors = await doctor.add('f4.npy', new Blob([read('f4.npy')]));
  expect(tensors.map(({ name }) => name)).toEqual(['f4']);
  class Large extends Blob {
    override get size() {
      return 2 ** 40;
    }
    override async arrayBuffer(): Promise<ArrayBuffer> {
      throw new Error('it was read');
    }
  }
  await expect(doctor.add('large.npy', new Large())).rejects.toMatchObject({
    code: 'file-too-large',
    message: expect.stringContaining(String(2 ** 40)),
  });
  class Gone extends Blob {
    override async arrayBuffer(): Promise<ArrayBuffer> {
      throw new DOMException('it was moved', 'NotReadableError');
    }
  }
  await expect(doctor.add('gone.npy', new Gone())).rejects.toMatchObject({
    code: 'file-unreadable',
    message: expect.stringContaining('"gone.npy"'),
  });
  // What was there before stays.
  expect((await doctor.add('f2.npy', read('f2.npy'))).map(({ name }) => name)).toEqual([
    'f4',
    'f2',
  ]);
});

test('each example has its explanation', async () => {
  const names = async (which: Parameters<typeof searched>[0]) => {
    const { judgement } = await searched(which);
    return judgement.suspects
      .slice(0, judgement.tied)
      .map(({ convention, mistakes }) => [convention, ...mistakes.map(({ id }) => id)]);
  };
  expect(await names('scale')).toEqual([['as-meant', 'scale-missing']]);
  expect(await names('mask')).toEqual([['as-meant', 'mask-polarity-inverted']]);
  expect(await names('rotary')).toEqual([['rotary-half-split']]);
  expect(await names('none')).toEqual([]);
});

test('what was found in words, and the report in Markdown', async () => {
  const { tensors, roles, judgement } = await searched('scale');
  expect(verdictWords(judgement)[0]).toContain('scale-missing');
  const taken = await doctor.take({ roles });
  const report = markdownOf(tensors, roles, taken, judgement, [], 'print(1)\n');
  expect(report).toContain('# What the tensor doctor found');
  expect(report).toContain('| q | queries | float64 | (1, 2, 4, 4) |');
  expect(report).toContain('huggingface/transformers#38290');
  expect(verdictWords((await searched('none')).judgement)[0]).toContain('None fits');
});

// PyTorch is large, so it is not installed for the tests; where it is there, its text is run too.
const torch =
  spawnSync(process.env.PYTHON ?? '/usr/bin/python3', ['-c', 'import torch']).status === 0;
if (!torch)
  console.warn('PyTorch is not installed: the programs of the doctor were not run in it.');

const differences = (out: string) =>
  [...out.matchAll(/largest difference of (\w+): (\S+)/g)].map(([, name, off]) => [
    name,
    Number(off?.replace('inf', 'Infinity')),
  ]);

test('the smallest part as NumPy shows the difference; as PyTorch it says the same', async () => {
  for (const which of ['scale', 'rotary', 'mask'] as const) {
    const { judgement } = await searched(which);
    const smallest = await doctor.smallest(which === 'rotary' ? undefined : 0);
    expect(smallest.q.rows, which).toBeLessThanOrEqual(which === 'rotary' ? 1 : 2);
    const off = /largest difference of output: (\S+)/.exec(printed(numpyOf(smallest)))?.[1];
    expect(Number(off)).toBeGreaterThan(judgement.tolerance);
    expect(pytorchOf(smallest)).toContain('torch.softmax(scores, dim=1)');
    if (!torch) continue;
    const wanted = differences(printed(numpyOf(smallest)));
    expect(wanted.length).toBeGreaterThan(0);
    expect(differences(printed(pytorchOf(smallest)))).toEqual(
      wanted.map(([name, off]) => [name, expect.closeTo(off as number, 12)]),
    );
  }
  // Rightly computed, with what was not told: the program gives the very numbers.
  const { roles } = await searched('rotary');
  const told = { roles, positions: 'rotary', pairing: 'half-split' } as const;
  expect((await doctor.search(told)).tied).toBe(1);
  const off = /output: (\S+)/.exec(printed(numpyOf(await doctor.smallest())))?.[1];
  expect(Number(off)).toBeLessThan(1e-12);
  if (!torch) return;
  // Sinusoids have lines of their own.
  for (const pairing of ['interleaved', 'half-split'] as const) {
    const coded = { ...(await doctor.smallest()), positions: 'sinusoid' as const, pairing };
    const wanted = differences(printed(numpyOf(coded)));
    expect(differences(printed(pytorchOf(coded)))).toEqual(
      wanted.map(([name, other]) => [name, expect.closeTo(other as number, 12)]),
    );
  }
});

test('every intermediate, and the checks', async () => {
  await searched('scale');
  const right = await doctor.trace({});
  const best = await doctor.trace({ suspect: 0 });
  expect(right.scale).toBe(0.5);
  expect(best.scale).toBe(1);
  expect(Array.from(best.output.data)).toEqual(
    Array.from(right.seenOutput.data, (x) => expect.closeTo(x, 10)),
  );
  const seen = await doctor.seen();
  expect(seen.find(({ id }) => id === 'convex-mixing')?.verdict).toBe('pass');
  const behaviour = await doctor.behaviour(0);
  expect(behaviour.find(({ id }) => id === 'unit-scores')?.verdict).toBe('fail');
});

test('a search can be stopped, and another started', async () => {
  const { roles } = await searched('none');
  const stop = new AbortController();
  const search = doctor.search({ roles }, { signal: stop.signal, onProgress: () => stop.abort() });
  await expect(search).rejects.toThrow();
  expect((await doctor.search({ roles })).tied).toBe(0);
});

test('what was meant is checked', async () => {
  const { roles } = await searched('scale');
  const none = roles.map(() => 'none' as const);
  await expect(doctor.take({ roles: none })).rejects.toMatchObject({ code: 'role-missing' });
  const twice = roles.map((role) => (role === 'k' ? 'q' : role));
  await expect(doctor.take({ roles: twice })).rejects.toMatchObject({ code: 'role-twice' });
  await expect(doctor.take({ roles, layout: 'seq, dim' })).rejects.toMatchObject({
    code: 'layout-not-possible',
  });
  await expect(
    doctor.take({ roles, causal: 'sideways' as unknown as 'top-left' }),
  ).rejects.toMatchObject({ code: 'unknown-choice' });
  await expect(doctor.take({ roles, scale: Number.NaN })).rejects.toMatchObject({
    code: 'scale-not-finite',
  });
});

test('every fixture is looked at', () => {
  const refused = ['objects.npy', 'records.npy', 'checkpoint.pt', 'elided.txt'];
  const files = readdirSync(FILES).filter((name) => !/^make_|expected/.test(name));
  expect([...Object.keys(expected), ...refused].sort()).toEqual(files.sort());
});
