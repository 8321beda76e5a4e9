import { expect, test } from 'vitest';
import { History } from '../../web/elements/attention-figure/history.ts';

test('undo and redo walk the states', () => {
  const history = new History<number>(0);
  history.change(1);
  history.change(2);
  expect(history.undo()).toBe(1);
  expect(history.undo()).toBe(0);
  expect(history.canUndo).toBe(false);
  expect(history.undo()).toBe(0);
  expect(history.redo()).toBe(1);
  expect(history.canRedo).toBe(true);
});

test('a change after undo drops what was undone', () => {
  const history = new History<number>(0);
  history.change(1);
  history.undo();
  history.change(5);
  expect(history.canRedo).toBe(false);
  expect(history.undo()).toBe(0);
});

test('one drag is one step, and the next drag another', () => {
  const history = new History<number>(0);
  for (const value of [1, 2, 3]) history.change(value, 'drag');
  history.settle();
  for (const value of [4, 5]) history.change(value, 'drag');
  expect(history.undo()).toBe(3);
  expect(history.undo()).toBe(0);
});

test('a step that ends where it began is none', () => {
  const history = new History<number>(0);
  history.change(1, 'typing');
  history.change(0, 'typing');
  expect(history.canUndo).toBe(false);
  expect(history.current).toBe(0);
});

test('the same state is no step', () => {
  const history = new History<number>(0);
  expect(history.change(0)).toBe(false);
  expect(history.canUndo).toBe(false);
});

test('after an undo a drag with the old name does not swallow the state', () => {
  const history = new History<number>(0);
  history.change(1, 'drag');
  history.change(2, 'other');
  history.undo();
  history.change(3, 'drag');
  expect(history.undo()).toBe(1);
});

test('the oldest steps go when there are too many', () => {
  const history = new History<number>(0, Object.is, 3);
  for (let i = 1; i <= 10; i++) history.change(i);
  expect([history.undo(), history.undo(), history.undo(), history.undo()]).toEqual([9, 8, 7, 7]);
});
