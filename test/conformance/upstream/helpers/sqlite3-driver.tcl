# Runs one of sqlite3's test scripts by upstream's tester.tcl, without the program testfixture that tester.tcl is made for:
# connections to databases are those of the machine's library. Says at the end how many tests failed, and which.
package require sqlite3

# Of testfixture's own commands those that tester.tcl calls when it is read: they prepare the library for other tests.
foreach command {
  autoinstall_test_functions database_never_corrupt extra_schema_checks install_malloc_faultsim
  sqlite3_config_memstatus sqlite3_connection_pointer sqlite3_hard_heap_limit64 sqlite3_initialize
  sqlite3_memdebug_settitle sqlite3_shutdown sqlite3_soft_heap_limit64 sqlite3_test_control_pending_byte
} {
  proc $command args {}
}
array set sqlite_options {builtin_test 0 default_autovacuum 0 mutex 0 threadsafe 0 trace 1 vtab 1}

set argv0 [lindex $argv 0]
set argv {}
set testdir [file dirname $argv0]
source $testdir/tester.tcl
proc finalize_testing {} {
  puts "[set_test_counter errors] of [incr_ntest] failed: [set_test_counter fail_list]"
  exit
}
source $argv0
