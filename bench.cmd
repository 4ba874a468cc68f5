@echo off
rem The one command on Windows: finds a JDK (21 or newer), builds what is missing, runs the harness.
rem Unlike the script for a shell it does not see changed sources: after a change run  mvn package -DskipTests
setlocal
set "root=%~dp0"
set "root=%root:~0,-1%"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -version >nul 2>&1
if errorlevel 1 goto nojdk
"%java%" -version 2> "%TEMP%\bench-java.txt"
set "version=0"
for /f "tokens=3" %%v in ('findstr /i version "%TEMP%\bench-java.txt"') do set "version=%%~v"
for /f "delims=.-" %%m in ("%version%") do if %%m LSS 21 goto nojdk
set "missing="
if not exist "%root%\harness\target\harness.jar" set "missing=yes"
for %%m in (slow-backend tomcat-platform tomcat-virtual webflux jetty programs) do (
  if not exist "%root%\%%m\target\%%m.jar" set "missing=yes"
)
if not exist "%root%\jmeter\target\apache-jmeter\bin\ApacheJMeter.jar" set "missing=yes"
if not defined missing goto run
where mvn >nul 2>&1
if errorlevel 1 (
  echo bench: mvn is not on the PATH; install Maven 3.8 or newer 1>&2
  exit /b 2
)
echo bench: building all modules, the first time takes some minutes 1>&2
call mvn -B -q -f "%root%\pom.xml" -Dmaven.test.skip=true package
if errorlevel 1 (
  echo bench: the build failed; the lines above say why 1>&2
  exit /b 2
)
:run
"%java%" -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED "-Dbench.root=%root%" -Dbench.terminal=false -jar "%root%\harness\target\harness.jar" %*
exit /b %errorlevel%
:nojdk
echo bench: no JDK 21 or newer found; install one and set JAVA_HOME to it 1>&2
exit /b 2
