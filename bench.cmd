@echo off
rem The one command on Windows. launcher\ finds a JDK (21 or newer), builds if a source changed and runs the harness.
setlocal
set "program=bench"
if defined BENCH_PROGRAM set "program=%BENCH_PROGRAM%"
set "BENCH_PROGRAM="
set "original=%PATH%"
if defined JAVA_HOME set "PATH=%JAVA_HOME%\bin;%PATH%"
call :version
if %major% geq 17 goto start
rem JAVA_HOME may be too old, and the Java on the PATH not.
set "PATH=%original%"
call :version
if %major% geq 17 goto start
echo %program%: no Java 17 or newer found; install a JDK (Temurin 25 is what we measure with) or set JAVA_HOME to it 1>&2
exit /b 2

:start
java -XX:TieredStopAtLevel=1 "-Dbench.root=%~dp0." "-Dbench.program=%program%" "%~dp0launcher\src\main\java\Bench.java" %*
exit /b %errorlevel%

:version
rem Java prints: openjdk full version "25.0.3+9-LTS". Java 8 calls itself 1.8.
set "major=0"
for /f "tokens=4" %%v in ('java -fullversion 2^>^&1 ^| findstr /r full.version') do for /f "delims=.+-_" %%m in ("%%~v") do set "major=%%m"
exit /b 0
