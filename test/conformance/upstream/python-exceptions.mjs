// What of CPython's own tests cannot be here.

const threads = 'needs two threads at once: they run one after the other here';

/** Their client and their server are two threads. */
const ofSocket = [
  ...['BasicTCPTest*', 'BasicUDP*Test', 'Sendmsg*', 'Recvmsg*', 'TCPCloserTest', '*SocketPairTest', 'NonBlockingTCPTests'],
  ...['*FileObjectClassTestCase', 'NetworkConnection*Test', 'BufferIOTest', 'ContextManagersTest', 'SendfileUsing*'],
];
const waiting = [
  'test_asyncio.test_server.SelectorStartServerTests.*',

  ...['test_signal.PendingSignalsTests.test_sigwait_thread', 'test_signal.StressTest.test_stress_modifying_handlers'],
  ...['test_sys.SysModuleTest.test_current_exceptions'],
  ...['InterruptMainTests.test_can_interrupt_tight_loops', 'ThreadTests.test_PyThreadState_SetAsyncExc'].map(
    (name) => `test_threading.${name}`,
  ),
  ...['finalize_running_thread', 'join_daemon_thread_in_finalization', 'stop_the_world_during_finalization'].map(
    (name) => `test_threading.ThreadTests.test_${name}`,
  ),
  'test_threading.ThreadingExceptionTests.test_print_exception_gh_102056',
];

/** Patterns of cases that are not run, since they wait or run for ever: pattern → reason. */
export const leftOut = [
  ...ofSocket.map((name) => [`test.test_socket.${name}.*`, threads]),
  ...waiting.map((name) => [`test.${name}`, threads]),
];
